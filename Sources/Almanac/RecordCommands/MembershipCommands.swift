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
                "add", .some("PERSON", .record(.person)), .argument("GROUP", .record(.group), after: "to"), .dryRun,
                about: "Add persons to a group",
                examples: ["add persons/7 to groups/3"], effect: .changes
            ) { invocation, persons, group, _ in
                try await change(group, persons, isAdding: true, in: invocation.context)
            },
            Command(
                "remove", .some("PERSON", .record(.person)), .argument("GROUP", .record(.group), after: "from"),
                .dryRun,
                about: "Remove persons from a group", examples: ["remove persons/7 from groups/3"], effect: .changes
            ) { invocation, persons, group, _ in
                try await change(group, persons, isAdding: false, in: invocation.context)
            },
        ]
    }

    private func change(
        _ group: RecordArgument, _ persons: [RecordArgument], isAdding: Bool, in context: CommandContext
    ) async throws -> NavigationAction {
        let group = try await resolver.reference(group)
        let persons = try await resolver.addresses(persons).compactMap { Person.ID($0) }
        guard let id = Group.ID(group.address) else { return .stay }
        let changed =
            isAdding
            ? try await groups.add(persons, to: id, in: context)
            : try await groups.remove(persons, from: id, in: context)
        let place = "\(group.name) (\(group.address))"
        let sentence: Message =
            switch (count(changed, "person"), isAdding) {
            case (let people?, true): "Added \(people) to \(place). Use “undo” to reverse this."
            case (let people?, false): "Removed \(people) from \(place). Use “undo” to reverse this."
            case (nil, true):
                Message(
                    persons.count, one: "Nothing changed: the person is already in \(place).",
                    other: "Nothing changed: all of these persons are already in \(place).")
            case (nil, false):
                Message(
                    persons.count, one: "Nothing changed: the person is not in \(place).",
                    other: "Nothing changed: none of these persons is in \(place).")
            }
        return .tell(.message(sentence))
    }
}
