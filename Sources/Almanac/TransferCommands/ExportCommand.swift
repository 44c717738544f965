import Display
import Interchange
import Localization
import Model
import Navigation

/// Giving contacts out: everybody, or some, to a file or to the standard output, in any format.
struct ExportCommand: Sendable {
    /// So many persons are read at a time.
    private static let page = 500
    let services: Services
    let directory: RecordResolver

    /// Who is given out, and the groups among what was named.
    private struct Choice {
        var persons = ExportSelection.everybody
        var groups: [Group.ID] = []
    }

    var command: Command {
        Command(
            "export", .any("ID", .record(.person, .group)),
            Argument.option(
                "--to", "FILE", "a new file, or a folder/ for a file of each; without it the standard output", .file),
            Argument.flag("--force", "replace the file if it is there, or those of a folder"), .exportFormat,
            Argument.option("--group", "GROUP", "the members of that group", .record(.group)),
            Argument.option("--search", "TEXT", "the persons with all these words, the last one as it begins", .text),
            Argument.flag(
                "--group-cards", "groups, too, as cards with their members: those named, or else all of the exported"),
            about: "contacts, all or some, as vCard, jCard or CSV; everything as JSON",
            examples: [
                "export --to contacts.vcf", "export persons/7 --as vcard-3.0", "export --group Rebels --to rebels.vcf",
                "export --search tatooine --as jcard", "export --as csv --to contacts.csv",
                "export --to contacts/", "export --as json --to everything.json",
            ], details: ExportCommand.details
        ) { _, records, path, isReplacing, format, group, text, withGroups in
            let format = format ?? .vcard
            guard format != .csv || !withGroups else {
                throw CommandProblem.notHere(
                    "A table has no cards of groups.",
                    next: "Leave out --group-cards: the column “Labels” tells who is in which.")
            }
            let choice = try await choice(of: records, group, matching: text)
            let path = path ?? "-"
            guard let form = format.archive else {
                return try await export(choice, to: path, as: format, isReplacing: isReplacing, withGroups: withGroups)
            }
            return try await exportAll(form, choice, to: path, isReplacing: isReplacing)
        }
    }

    private static let details: Message = """
        As `vcard` every card is given in the version it came in, and a card that nobody has changed as it came, line by line; \
        `vcard-2.1`, `vcard-3.0` and `vcard-4.0` convert, and say what that version cannot hold. Groups are the categories of \
        their members; notes and photos are in the cards. `csv` has the headings of Google Contacts, and it is said what has \
        no column, such as a photo. `json` and `ndjson` are everything there is, planets, notes, accounts and photos too, to be \
        imported into an empty store; the README tells the form. A file appears whole or not at all, readable by you alone.

        `--to contacts/` makes a folder in which each card is a file of its own, named by its UID, as khard and vdirsyncer \
        have them. They appear when all are written: an export that breaks off before leaves none. With `--force` those of \
        the same name are replaced, and what else lies there stays.
        """

    private func export(
        _ choice: Choice, to path: String, as format: ExportFormat, isReplacing: Bool, withGroups: Bool
    ) async throws -> NavigationAction {
        var sink = try await sink(path, for: choice.persons, as: format, isReplacing: isReplacing)
        defer { sink.discard() }
        let written = try await write(choice, to: &sink, withGroups: withGroups)
        guard !written.isEmpty else {
            let nobody: Message = "There was nobody to export."
            services.configuration.say(sink is OneFile && path != "-" ? "\(nobody) \(path) holds no contact." : nobody)
            return .tell(.nothing)
        }
        guard path != "-" else {
            // What is on standard output are the contacts, and nothing else.
            if let sentence = written.lossSentence { services.configuration.say(sentence) }
            return .tell(.nothing)
        }
        return .tell(written.page(path))
    }

    private func exportAll(
        _ form: ArchiveJSONWriter.Form, _ choice: Choice, to path: String, isReplacing: Bool
    ) async throws -> NavigationAction {
        guard choice.persons == .everybody else {
            throw CommandProblem.notHere("JSON is of everything.", next: "Leave out who, or choose another format.")
        }
        let target = try await services.files.create(path, replacing: isReplacing)
        defer { target.discard() }
        let written = try await ArchiveExchange(services: services).write(form, to: target)
        try target.finish()
        guard path != "-" else {
            if let sentence = written.lossSentence { services.configuration.say(sentence) }
            return .tell(.nothing)
        }
        let things = Message(written.things, "thing")
        guard let sentence = written.lossSentence else {
            return .tell(.message("Wrote all there is, \(things), to \(path)."))
        }
        return .tell(Page("", [.message(["Wrote \(things) to \(path).", sentence])]))
    }

    /// The columns of a table are known when every card has been seen.
    private func layout(_ selection: ExportSelection, as format: ExportFormat) async throws -> ContactCSVLayout {
        var layout = ContactCSVLayout()
        guard format == .csv else { return layout }
        var pages = ExportPages(selection, limit: Self.page, withPhotos: false, from: services.exports)
        while let page = try await pages.next() {
            for card in page.cards { layout.include(card) }
        }
        return layout
    }

    private func sink(
        _ path: String, for persons: ExportSelection, as format: ExportFormat, isReplacing: Bool
    ) async throws -> any CardSink {
        guard let folder = try await services.files.folder(path) else {
            let target = try await services.files.create(path, replacing: isReplacing)
            return OneFile(writer: format.writer(of: try await layout(persons, as: format)), target: target)
        }
        guard format != .csv else {
            throw CommandProblem.notHere(
                "A folder has a file for each contact, as vCard or jCard.", next: "Name a file for the table.")
        }
        guard isReplacing || folder.isEmpty else {
            throw CommandProblem.notHere(
                "There are files in \(path) already.",
                next: "Choose another folder, or add --force to replace those of the same name.")
        }
        return FileForEach(format: format, folder: folder, isReplacing: isReplacing)
    }

    private func write(
        _ choice: Choice, to sink: inout any CardSink, withGroups: Bool
    ) async throws -> ExportTally {
        var written = ExportTally()
        var pages = ExportPages(choice.persons, limit: Self.page, withPhotos: true, from: services.exports)
        while let page = try await pages.next() {
            written.add(page.losses)
            for card in page.cards { written.add(try sink.take(card)) }
            written.cards += page.cards.count
            try sink.flush()
            try Task.checkCancellation()
            services.configuration.progress(SeedProgress(done: written.cards, total: 0))
        }
        if withGroups {
            for card in try await groupCards(of: choice) {
                written.add(try sink.take(card))
                written.groups += 1
            }
        }
        try sink.finish()
        return written
    }

    /// The groups named, or else those of everybody who is given out.
    private func groupCards(of choice: Choice) async throws -> [ContactCard] {
        choice.groups.isEmpty
            ? try await services.exports.groups(of: choice.persons) : try await services.exports.groups(choice.groups)
    }

    // MARK: - What is wanted

    private func choice(of records: [RecordWord], _ group: RecordWord?, matching text: String?) async throws -> Choice {
        guard [!records.isEmpty, group != nil, text != nil].count(where: \.self) <= 1 else {
            throw CommandProblem.notHere(
                "Who shall be exported is said in several ways.",
                next: "Name addresses, or --group, or --search, and only one of these.")
        }
        if let text { return Choice(persons: .persons(try await all(.all, matching: text))) }
        let named = records + (group.map { [$0] } ?? [])
        return named.isEmpty ? Choice() : try await choice(of: try await directory.addresses(named))
    }

    private func choice(of addresses: [RecordID]) async throws -> Choice {
        var persons: [Person.ID] = []
        for address in addresses {
            if let id = Person.ID(address) { persons.append(id) } else { persons += try await members(of: address) }
        }
        return Choice(persons: .persons(persons.unique), groups: addresses.compactMap(Group.ID.init).unique)
    }

    private func members(of group: RecordID) async throws -> [Person.ID] {
        if let id = Group.ID(group), try await services.groups.record(id).content.memberKind == .planet {
            throw CommandProblem.notHere(
                "\(group) is a group of planets, which are no contacts.",
                next: "“planets --of \(group) --csv” lists them.")
        }
        return try await all(.of(group))
    }

    private func all(_ scope: ListScope, matching text: String = "") async throws -> [Person.ID] {
        var ids: [Person.ID] = []
        var listing = Listing<Person>(scope, limit: Self.page, matching: text)
        while true {
            let members = try await services.persons.list(listing)
            ids += members.items.map(\.id)
            guard members.hasMore, let last = members.items.last else { return ids }
            listing.after = last.address
        }
    }
}

extension Argument where Value == ExportFormat? {
    fileprivate static var exportFormat: Argument {
        option(
            "--as", "FORMAT",
            "one of \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")); without it vcard",
            .choice { .notHere("There is no format “\($0)”.", next: "There are: \($1).") })
    }
}

extension Option {
    /// The format that a command writes in by itself.
    public static var exportFormat: Option? { Argument.exportFormat.options.first }
}
