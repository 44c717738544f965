import Localization
import Model
import Navigation

/// The commands that change the members of groups.
struct MembershipCommands: Responder {
    let groups: any GroupDataSource
    let resolver: RecordResolver
    let bulk: BulkChanges

    var commands: [Command] { [Command(Self.add, run: add), Command(Self.remove, run: remove)] }

    private static let kinds: [Kind] = [.person, .planet]

    private static let add = CommandDeclaration(
        "add", .any("ID", .record(among: kinds)), .argument("GROUP", .record(.group), after: "to"),
        .listSelection, Argument.flag("--create", "Create the group with this name"),
        about: "Add contacts and planets to a group",
        examples: [
            "add persons/7 to groups/3", "add 'Luke Skywalker' Tatooine to 'A New Hope'",
            "add 'Luke Skywalker' to Pilots --create",
            "add --where 'city = Berlin' to Berliners",
        ], details: RecordSelection.details, effect: .confirmedChanges)
    private static let remove = CommandDeclaration(
        "remove", .any("ID", .record(among: kinds)), .argument("GROUP", .record(.group), after: "from"),
        .listSelection, about: "Remove contacts and planets from a group",
        examples: ["remove persons/7 from groups/3"], details: RecordSelection.details, effect: .confirmedChanges)

    @Sendable private func add(
        _ invocation: Invocation, members: [RecordArgument], group: RecordArgument, list: ListSelection?,
        isNew: Bool
    ) async throws -> NavigationAction {
        let selection = try RecordSelection(
            members, list, of: "add", among: Self.kinds, in: invocation)
        let request = BulkChanges.Request(
            selection: selection,
            line: { Self.add.line(members, group, selection.list?.confirmed($0), isNew, confirmation: .yes) })
        guard isNew else { return try await change(group, request, isAdding: true, in: invocation) }
        let name = group.text.trimmed
        if let known = try await groups.named(name).first {
            throw CommandProblem.notHere(
                "A group named “\(known.name)” already exists: \(known.id).", next: "Remove --create.")
        }
        var new = Group()
        new.name = name
        guard !name.isEmpty else { throw CommandProblem.fields(FieldProblems([.required(field: "Name")])) }
        return try await bulk.change(request, Self.kinds, in: invocation) { [new] members, context in
            let id = try await groups.add(new, with: members, in: context)
            return """
                Created \(name) (\(id.recordID)) with \(Self.counts(of: members).joined(separator: ", ")). Use “undo” to \
                reverse this.
                """
        } asking: { records, _ in
            "Create \(name) with \(records)?"
        }
    }

    @Sendable private func remove(
        _ invocation: Invocation, members: [RecordArgument], group: RecordArgument, list: ListSelection?
    ) async throws -> NavigationAction {
        let selection = try RecordSelection(
            members, list, of: "remove", among: Self.kinds, in: invocation)
        let request = BulkChanges.Request(
            selection: selection,
            line: { Self.remove.line(members, group, selection.list?.confirmed($0), confirmation: .yes) })
        return try await change(group, request, isAdding: false, in: invocation)
    }

    private static func counts(of members: [RecordID]) -> [Message] {
        kinds.compactMap { kind in count(members.count { $0.kind == kind }, kind) }
    }

    private func change(
        _ group: RecordArgument, _ request: BulkChanges.Request, isAdding: Bool, in invocation: Invocation
    ) async throws -> NavigationAction {
        let group = try await resolver.reference(group)
        guard let id = Group.ID(group.id) else { return .stay }
        return try await bulk.change(request, Self.kinds, in: invocation) { members, context in
            try await change(members, of: id, named: group, isAdding: isAdding, in: context)
        } asking: { records, _ in
            isAdding ? "Add \(records) to \(group.name)?" : "Remove \(records) from \(group.name)?"
        }
    }

    /// Changes the members of a group and returns a description of the changes.
    private func change(
        _ members: [RecordID], of id: Group.ID, named group: RecordReference, isAdding: Bool, in context: CommandContext
    ) async throws -> Message {
        let changed =
            isAdding
            ? try await groups.add(members, to: id, in: context)
            : try await groups.remove(members, from: id, in: context)
        let counts = Kind.allCases.compactMap { count(changed[$0, default: 0], $0) }
        let place = "\(group.name) (\(group.id))"
        return
            switch (counts.isEmpty, isAdding)
        {
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
    }
}
