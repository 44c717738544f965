import Localization
import Model
import Navigation

/// Making, changing and tying records together, by address from anywhere.
struct RecordCommands: Responder {
    let coordinator: AppCoordinator
    let directory: RecordResolver

    var commands: [Command] {
        [
            Command(
                "new",
                [
                    Parameter("KIND", .choice(Kind.allCases.map(\.rawValue))),
                    Parameter("FIELD=VALUE", .fieldsOfNamed, .any),
                ],
                options: [.editor, .dryRun], about: "a person, group, planet or note; without fields the form",
                examples: [
                    "new person given=Leia family=Organa email.work=leia@alderaan.example birthday=--05-04",
                    "new group name='Rebel Alliance'", "new note topic=Plans text='Bring them back.'",
                ], details: RecordCommands.fields, effect: .changes, run: new),
            Command(
                "edit", [Parameter("ADDRESS", .anyAddress), Parameter("FIELD=VALUE", .fieldsOfNamed, .any)],
                options: [.editor, .ifVersion, .dryRun],
                about: "a record; without fields the form",
                examples: ["edit persons/7 title=Senator phone+=+1-555-0100 nickname="],
                details: RecordCommands.fields, effect: .changes
            ) { invocation in
                let word = invocation.arguments[0]
                let words = try FieldAssignment.all(in: invocation.arguments.dropFirst())
                guard !words.isEmpty || invocation.has("--editor") else {
                    return try await coordinator.wantsEdit(
                        try await directory.address(word, in: invocation), words, in: invocation)
                }
                return try await directory.resolving(word, in: invocation) {
                    try await coordinator.wantsEdit($0, words, in: invocation)
                }
            },
            Command(
                "delete",
                [
                    Parameter("ADDRESS", .anyAddress, .many),
                    Parameter(BulkConfirmationPresenter.others, .word(BulkConfirmationPresenter.others), .optional),
                    Parameter("ADDRESS", .anyAddress, .any),
                ],
                options: [.yes, .dryRun],
                about: "records of one kind, after asking; those behind “with” too, once the others are answered for",
                examples: ["delete persons/7", "delete notes/1 notes/2 --yes"], effect: .changes
            ) { invocation in
                let words = invocation.arguments
                let end = words.dropFirst().firstIndex(of: BulkConfirmationPresenter.others) ?? words.endIndex
                let asked = try await previews(words[..<end], in: invocation)
                let agreed = try await previews(words[end...].dropFirst(), in: invocation)
                return try await coordinator.delete(asked, with: agreed, in: invocation)
            },
            Command(
                "add",
                [
                    Parameter("PERSON", .address([.person]), .many), .word("to"),
                    Parameter("GROUP", .address([.group])),
                ],
                options: [.dryRun], about: "persons to a group",
                examples: ["add persons/7 to groups/3"], effect: .changes
            ) { invocation in try await change(invocation, joined: "to") },
            Command(
                "remove",
                [
                    Parameter("PERSON", .address([.person]), .many), .word("from"),
                    Parameter("GROUP", .address([.group])),
                ],
                options: [.dryRun], about: "persons from a group", examples: ["remove persons/7 from groups/3"],
                effect: .changes
            ) { invocation in try await change(invocation, joined: "from") },
            Command(
                "note",
                [
                    Parameter("ADDRESS", .address([.person, .group, .planet])), Parameter("TOPIC", .text, .optional),
                    Parameter("TEXT", .text, .optional),
                ], options: [.editor, .dryRun],
                about: "about a record; without a text the form",
                examples: ["note persons/7 'Plans' 'Bring them back.'"],
                effect: .changes
            ) { invocation in
                let subjects = [Kind.person, .group, .planet]
                let address = try await directory.address(invocation.arguments[0], among: subjects, in: invocation)
                return try await coordinator.wantsNote(
                    about: address, Array(invocation.arguments.dropFirst()), in: invocation)
            },
            Command(
                "favorite", [Parameter("ADDRESS", .anyAddress)], options: [.dryRun],
                about: "keep a record among the favorites", examples: ["favorite planets/earth"], effect: .changes
            ) { invocation in
                try await directory.resolving(invocation.arguments[0], in: invocation) {
                    try await coordinator.wantsFavorite(true, $0, in: invocation)
                }
            },
            Command(
                "unfavorite", [Parameter("ADDRESS", .anyAddress)], options: [.dryRun],
                about: "take a record out of the favorites", examples: ["unfavorite planets/earth"], effect: .changes
            ) { invocation in
                try await directory.resolving(invocation.arguments[0], in: invocation) {
                    try await coordinator.wantsFavorite(false, $0, in: invocation)
                }
            },
            PhotoCommand(services: coordinator.services, directory: directory).command,
        ]
    }

    /// What can stand before the equals sign.
    private static let fields: Message = """
        `field=value` replaces, `field+=value` adds, `field-=value` removes, `field=` clears; where there are several values, a \
        label stands behind a dot: `phone.home=…`.

        - person: \(Person.fields.map(\.key).joined(separator: ", "))
        - group: \(Group.fields.map(\.key).joined(separator: ", "))
        - planet: \(Planet.fields.map(\.key).joined(separator: ", "))
        - note: \(Note.fields.map(\.key).joined(separator: ", "))
        """

    private func previews(_ words: ArraySlice<String>, in invocation: Invocation) async throws -> [DeletionPreview] {
        var previews: [DeletionPreview] = []
        for word in words {
            previews.append(
                try await directory.resolving(word, in: invocation) {
                    try await directory.editor(for: $0.kind).deletionPreview(of: $0)
                })
        }
        return previews
    }

    @Sendable private func new(_ invocation: Invocation) async throws -> NavigationAction {
        guard let kind = Kind(rawValue: invocation.arguments[0]) else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandProblem.notHere("There is no kind “\(invocation.arguments[0])”.", next: "There are: \(kinds).")
        }
        let words = try FieldAssignment.all(in: invocation.arguments.dropFirst())
        if invocation.has("--editor") {
            return try await coordinator.write(nil, of: kind, words, in: invocation)
        }
        guard words.isEmpty else {
            return .open(try await directory.editor(for: kind).create(words, in: invocation.context).path)
        }
        guard invocation.isInteractive else {
            throw CommandProblem.notHere(
                "There is nothing to write down.", next: "Write field=value, or use a terminal for the form.")
        }
        return .open(kind.path.appending("new"))
    }

    /// `add A B to G`, `remove A from G`.
    private func change(_ invocation: Invocation, joined word: String) async throws -> NavigationAction {
        let words = invocation.arguments
        guard words.count >= 3, words[words.count - 2] == word else {
            throw CommandProblem.notHere(
                "The word “\(word)” is missing.", next: "Write the persons, then “\(word)” and the group.")
        }
        let group = try await directory.reference(words[words.count - 1], among: [.group], in: invocation)
        var persons: [Person.ID] = []
        for word in words.dropLast(2) {
            let address = try await directory.address(word, among: [.person], in: invocation)
            if let id = Person.ID(address) { persons.append(id) }
        }
        guard let id = Group.ID(group.address) else { return .stay }
        let groups = coordinator.services.groups
        let isAdding = word == "to"
        let changed =
            isAdding
            ? try await groups.add(persons, to: id, in: invocation.context)
            : try await groups.remove(persons, from: id, in: invocation.context)
        let place = "\(group.name) (\(group.address))"
        switch (count(changed, "person"), isAdding) {
        case (let people?, true): return .tell(.message("Added \(people) to \(place). “undo” takes that back."))
        case (let people?, false): return .tell(.message("Removed \(people) from \(place). “undo” takes that back."))
        case (nil, true):
            let sentence = Message(
                persons.count, one: "Nothing changed: that person is in \(place) already.",
                other: "Nothing changed: they are all in \(place) already.")
            return .tell(.message(sentence))
        case (nil, false):
            let sentence = Message(
                persons.count, one: "Nothing changed: that person was not in \(place).",
                other: "Nothing changed: none of them was in \(place).")
            return .tell(.message(sentence))
        }
    }
}
