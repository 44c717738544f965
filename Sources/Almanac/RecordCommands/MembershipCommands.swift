import Localization
import Model
import Navigation

/// The commands that change the members of groups.
struct MembershipCommands: Responder {
    let groups: any GroupDataSource
    let resolver: RecordResolver

    var commands: [Command] {
        [
            Command(
                "add", .some("ID", .record(.person, .planet)), .argument("GROUP", .record(.group), after: "to"),
                .dryRun, about: "Add persons and planets to a group",
                examples: ["add persons/7 to groups/3", "add luke tatooine to 'A New Hope'"], effect: .changes
            ) { invocation, members, group, _ in
                try await change(group, members, isAdding: true, in: invocation.context)
            },
            Command(
                "remove", .some("ID", .record(.person, .planet)), .argument("GROUP", .record(.group), after: "from"),
                .dryRun, about: "Remove persons and planets from a group",
                examples: ["remove persons/7 from groups/3"], effect: .changes
            ) { invocation, members, group, _ in
                try await change(group, members, isAdding: false, in: invocation.context)
            },
        ]
    }

    private func change(
        _ group: RecordArgument, _ members: [RecordArgument], isAdding: Bool, in context: CommandContext
    ) async throws -> NavigationAction {
        let group = try await resolver.reference(group)
        let members = try await resolver.addresses(members)
        guard let id = Group.ID(group.address) else { return .stay }
        let changed =
            isAdding
            ? try await groups.add(members, to: id, in: context)
            : try await groups.remove(members, from: id, in: context)
        let counts = Kind.allCases.compactMap { count(changed[$0, default: 0], $0) }
        let place = "\(group.name) (\(group.address))"
        let sentence: Message =
            switch (counts.isEmpty, isAdding) {
            case (false, true): "Added \(counts.joined(separator: ", ")) to \(place). Use “undo” to reverse this."
            case (false, false):
                "Removed \(counts.joined(separator: ", ")) from \(place). Use “undo” to reverse this."
            case (true, true):
                Message(
                    members.count, one: "Nothing changed: the record is already in \(place).",
                    other: "Nothing changed: all of these records are already in \(place).")
            case (true, false):
                Message(
                    members.count, one: "Nothing changed: the record is not in \(place).",
                    other: "Nothing changed: none of these records is in \(place).")
            }
        return .tell(.message(sentence))
    }
}
