import Display
import Interchange
import Localization
import Model
import Navigation

/// The command that exports contacts or the full database.
struct ExportCommand: Responder {
    private static let page = 500
    let groups: any GroupDataSource
    let exports: any ExportDataSource
    let archive: ArchiveExchange
    let files: any FileAccess
    let notify: @Sendable (Message) -> Void
    let selection: SelectionReader

    private var resolver: RecordResolver { selection.resolver }

    /// The persons to export and the groups that the user named.
    private struct Choice {
        var persons = ExportSelection.all
        var groups: [Group.ID] = []
        var groupCards = GroupCards.none
        /// Whether the contacts are those of the list or the search on screen.
        var isOnScreen = false
    }

    /// The groups to export as cards: none, those that were imported from cards, or all that belong to the selection.
    private enum GroupCards { case none, imported, all }

    var commands: [Command] { [command] }

    private var command: Command {
        Command(
            "export", aliases: ["x"], .any("ID", .record(.person, .group), screenUse: .atPrompt),
            Argument.output(
                "--to", "Write to a file, or to one file per contact in FOLDER/",
                recognizes: { ExportFormat(ofFile: $0) != nil }),
            .exportFormat,
            Argument.option(
                "--group", "GROUP", "Export the members of this group", .record(.group), selectsRecords: true),
            .personFilter,
            Argument.option(
                "--search", "TEXT", "Export the contacts that match all these words", .text, selectsRecords: true),
            Argument.flag(
                Option("--all", nil, "Export all contacts, not only those on screen", selectsRecords: true)),
            Argument.flag(
                "--group-cards", "Also export groups as cards with their members"),
            about: "Export contacts as vCard, LDIF, or CSV, or everything as JSON",
            examples: [
                "export --group Rebels --as mutt --to ~/.mutt/aliases",
                "export contacts.vcf", "export persons/7 --as vcard-3.0", "export --group Rebels rebels.vcf",
                "export --search tatooine --as jcard", "export --where 'city = Berlin' berlin.csv",
                "export --to contacts/", "export everything.json",
            ], details: ExportCommand.details
        ) { invocation, records, output, format, group, filter, text, isWhole, withGroups in
            let file = output ?? .standardOutput
            let named = format ?? ExportFormat(ofFile: file.path)
            let format = named ?? .vcard
            guard format.hasGroupCards || !withGroups else {
                throw format.isCSV
                    ? CommandProblem.notHere(
                        "CSV cannot include group cards.",
                        next: "Remove --group-cards; the “Labels” column lists each contact’s groups.")
                    : CommandProblem.notHere(
                        "The format \(format.rawValue) cannot include group cards.", next: "Remove --group-cards.")
            }
            var choice: Choice
            do {
                choice = try await self.choice(
                    of: records, group, filter, matching: text, isWhole: isWhole, in: invocation)
            } catch let problem as CommandProblem {
                guard case .notFound = problem.cause, output == nil, let word = records.last?.text else {
                    throw problem
                }
                throw Self.misreadFile(word) ?? problem
            }
            if withGroups {
                choice.groupCards = .all
            } else if choice.persons == .all, format.hasGroupCards {
                choice.groupCards = .imported
            }
            if named == nil, let ending = Self.unknownEnding(of: file.path) {
                notify("Unknown format “\(ending)”. The format is vcard. Use --as to set another format.")
            }
            guard let form = format.archive else { return try await export(choice, to: file, as: format) }
            return try await exportAll(form, choice, to: file)
        }
    }

    /// Returns the problem for a format, a folder, or a file with an unknown ending in place of a record, or `nil` for
    /// other words.
    private static func misreadFile(_ word: String) -> CommandProblem? {
        if let format = ExportFormat(named: word) {
            return .notHere("No match for “\(word)”.", next: "Use “export --as \(format.rawValue)” to set the format.")
        }
        // After `--`, the name of a record can have the ending of a format.
        if !word.contains("@"), ExportFormat(ofFile: word) == nil, let ending = unknownEnding(of: word) {
            return .notHere(
                "Unknown format “\(ending)”.", next: "Use “--as FORMAT” with one of: \(ExportFormat.known).")
        }
        guard word.contains("/"), RecordID(word) == nil else { return nil }
        let line = ShellWords.joined(["export", "--to", word])
        return .notHere("No match for “\(word)”.", next: "Use “\(line)” to write files.")
    }

    /// Returns the ending of a file name, such as `.xlsx`, or `nil` if there is none.
    private static func unknownEnding(of word: String) -> Substring? {
        guard let dot = word.lastIndex(of: ".") else { return nil }
        let ending = word[word.index(after: dot)...]
        let isEnding =
            (2...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && (ending == ending.lowercased() || ending == ending.uppercased())
        return isEnding ? word[dot...] : nil
    }

    private static let details: Message = """
        Without IDs and options, all contacts are exported; at the prompt, the record on screen, or the contacts in \
        the filtered list or search results on screen. `-` exports the contacts and groups that standard input \
        lists, one ID or name per line. The ending of the file, such as `.csv` or `.json`, sets the format. A last word \
        with such an ending is the file, even without `--to`. The format \
        `vcard` keeps the version of each imported card and exports \
        unchanged cards exactly as they were imported. `vcard-2.1`, `vcard-3.0`, and `vcard-4.0` convert all cards \
        and report values that the version cannot represent. Groups become the categories of their members; cards \
        include notes and photos. An export of all contacts also contains the cards of imported groups. `ldif` and \
        `csv` report values without an attribute or column. `mutt`, `aerc`, and `abook` write address books for \
        the programs of these names. `csv` uses the columns of Google Contacts. Cells that look like a formula begin \
        with an apostrophe, except with `csv-raw`. `json` and `ndjson` export the full database, which can be imported \
        into an empty database. Files are written atomically and are readable only by you.

        `--to contacts/` writes one file per card, named after its UID, as khard and vdirsyncer do. If the export \
        fails, no files are left behind. With `--force`, files of the same name are replaced and other files are kept.
        """

    private func export(
        _ choice: Choice, to file: OutputFile, as format: ExportFormat
    ) async throws -> NavigationAction {
        var sink = try await sink(file, for: choice.persons, as: format)
        defer { sink.discard() }
        let written = try await write(choice, format, &sink)
        guard !written.isEmpty else {
            let nobody: Message = "No contacts to export."
            notify(sink is FileCardSink && !file.isStandardOutput ? "\(nobody) \(file.path) is empty." : nobody)
            return .tell(.nothing)
        }
        guard !file.isStandardOutput else {
            if choice.isOnScreen { notify("Exported \(written.contents).") }
            if let sentence = written.lossSentence { notify(sentence) }
            return .tell(.nothing)
        }
        return .tell(written.page(file.path))
    }

    private func exportAll(
        _ form: ArchiveJSONWriter.Form, _ choice: Choice, to file: OutputFile
    ) async throws -> NavigationAction {
        guard choice.persons == .all else {
            throw CommandProblem.notHere(
                "JSON export cannot be limited to a selection.",
                next: "Use --all instead of a selection, or choose another format.")
        }
        let target = try await files.create(file)
        defer { target.discard() }
        let written = try await archive.write(form, to: target)
        try target.finish()
        guard !file.isStandardOutput else {
            if let sentence = written.lossSentence { notify(sentence) }
            return .tell(.nothing)
        }
        let items = Message(written.items, "item")
        guard let sentence = written.lossSentence else {
            return .tell(.message("Exported everything (\(items)) to \(file.path)."))
        }
        return .tell(Page("", [.message(["Exported \(items) to \(file.path).", sentence])]))
    }

    /// Returns the columns of a CSV file, which depend on all exported cards, or an empty layout for other formats.
    private func layout(_ selection: ExportSelection, as format: ExportFormat) async throws -> ContactCSVLayout {
        var layout = ContactCSVLayout()
        guard format.isCSV else { return layout }
        var pages = ExportPages(selection, limit: Self.page, withPhotos: false, from: exports)
        while let page = try await pages.next() {
            for card in page.cards { layout.include(card) }
        }
        return layout
    }

    private func sink(
        _ file: OutputFile, for persons: ExportSelection, as format: ExportFormat
    ) async throws -> any CardSink {
        guard let folder = try await files.folder(file.path) else {
            let target = try await files.create(file)
            return FileCardSink(writer: format.writer(of: try await layout(persons, as: format)), target: target)
        }
        guard format.hasFilePerContact else {
            throw CommandProblem.notHere(
                "The format \(format.rawValue) cannot be exported to a folder.", next: "Use a file name.")
        }
        guard file.isReplacing || folder.isEmpty else {
            throw CommandProblem.notHere(
                "The folder \(file.path) is not empty.",
                next: "Choose another folder, or use --force to replace files of the same name.")
        }
        return FolderCardSink(format: format, folder: folder, isReplacing: file.isReplacing)
    }

    private func write(_ choice: Choice, _ format: ExportFormat, _ sink: inout any CardSink) async throws -> ExportTally
    {
        var written = ExportTally()
        var isRecorded = true
        let groupCards = try await groupCards(of: choice)
        let groupNames = Set(groupCards.compactMap(\.group?.name))
        var pages = ExportPages(choice.persons, limit: Self.page, withPhotos: true, from: exports)
        while let page = try await pages.next() {
            written.add(page.losses)
            var changed: [ExportedCard] = []
            for (person, var card) in zip(page.persons, page.cards) {
                if choice.groupCards == .none { card.groupsWithCards = [] }
                // In LDIF, only the separate entry of a group lists its members. In other formats, a contact’s card can
                // also name its groups.
                if format == .ldif { card.groupsWithCards = groupNames }
                let output = try sink.write(card)
                written.add(output.losses)
                if let lines = output.changedLines {
                    changed.append(ExportedCard(person: person, lines: lines, photo: card.person.photo))
                }
            }
            if !changed.isEmpty, isRecorded { isRecorded = await keep(changed) }
            written.cards += page.cards.count
            try sink.flush()
            try Task.checkCancellation()
            archive.progress(SeedProgress(done: written.cards, total: 0))
        }
        for card in groupCards {
            written.add(try sink.write(card).losses)
            written.groups += 1
        }
        try sink.finish()
        if !isRecorded {
            notify(
                """
                The exported versions could not be recorded. Export again before you import changed versions of these \
                cards.
                """)
        }
        return written
    }

    /// Records the exported versions of cards, for comparison with later imports.
    ///
    /// - Returns: `false` if an error occurred. An error does not end the export. A read-only database is not an error.
    private func keep(_ cards: [ExportedCard]) async -> Bool {
        do {
            try await exports.keep(cards)
        } catch StoreProblem.readOnly {
            // The record of exported cards is needed only for imports, which a read-only database does not allow.
        } catch {
            return false
        }
        return true
    }

    private func groupCards(of choice: Choice) async throws -> [ContactCard] {
        switch choice.groupCards {
        case .none: []
        case .imported: try await exports.importedGroups()
        case .all where choice.groups.isEmpty: try await exports.groups(of: choice.persons)
        case .all: try await exports.groups(choice.groups)
        }
    }

    // MARK: - Selection

    private func choice(
        of records: [RecordArgument], _ group: RecordArgument?, _ filter: Filter?, matching text: String?,
        isWhole: Bool,
        in invocation: Invocation
    ) async throws -> Choice {
        guard [!records.isEmpty, group != nil, filter != nil, text != nil, isWhole].count(where: \.self) <= 1 else {
            throw CommandProblem.notHere(
                "IDs, --group, --where, --search, and --all cannot be combined.", next: "Use only one of them.")
        }
        if isWhole { return Choice() }
        if let filter { return Choice(persons: .persons(try await selection.personIDs(where: filter))) }
        if records.map(\.text) == ["-"] {
            return try await choice(of: try await selection.ids(of: .input, [.person, .group], in: invocation))
        }
        if let text { return Choice(persons: .persons(try await selection.personIDs(matching: text))) }
        let named = records + (group.map { [$0] } ?? [])
        guard named.isEmpty else { return try await choice(of: try await resolver.ids(named)) }
        return try await choice(onScreen: invocation)
    }

    /// Returns the contacts of the filtered list or the search on screen. In scripts, and if the screen shows all
    /// records or something else, returns all contacts.
    ///
    /// - Throws: `CommandProblem` if the screen shows only some records and none of them can be exported.
    private func choice(onScreen invocation: Invocation) async throws -> Choice {
        guard invocation.isInteractive, invocation.screen.isNarrowed else { return Choice() }
        let problem = CommandProblem.notHere(
            "“export” cannot select contacts from this screen.", next: "Use “export --all” to export all contacts.")
        guard let shown = ListSelection(onScreen: invocation, among: [.person, .group]) else { throw problem }
        var ids = try await selection.all(of: shown.list)
        if case .found = shown.list {
            // Only the persons in search results are exported, not the members of groups.
            ids.removeAll { $0.kind != .person }
            guard !ids.isEmpty else { throw problem }
        }
        var choice = try await choice(of: ids)
        choice.isOnScreen = true
        return choice
    }

    private func choice(of ids: [RecordID]) async throws -> Choice {
        var persons: [Person.ID] = []
        for id in ids {
            if let person = Person.ID(id) { persons.append(person) } else { persons += try await members(of: id) }
        }
        return Choice(persons: .persons(persons.unique), groups: ids.compactMap(Group.ID.init).unique)
    }

    private func members(of group: RecordID) async throws -> [Person.ID] {
        if let id = Group.ID(group), try await groups.record(id).content.memberKind == .planet {
            throw CommandProblem.notHere(
                "\(group) is a group of planets, which are not contacts.",
                next: "Use “planets --of \(group) --csv” to list them.")
        }
        return try await selection.personIDs(.of(group))
    }
}

extension ExportFormat {
    /// The names of all formats, separated by commas.
    fileprivate static var known: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Argument where Value == ExportFormat? {
    fileprivate static var exportFormat: Argument {
        let parser = ValueParser<ExportFormat>.choice(parse: { ExportFormat(named: $0) }) { word, _ in
            .notHere("Unknown format “\(word)”.", next: "Use one of: \(ExportFormat.known).")
        }
        let known = ExportFormat.known
        let option = Option(
            "--as", "FORMAT", "Set the format: \(known); default: by file name, or vcard", takes: parser.kind)
        let alias = Option("--format", "FORMAT", "Same as --as", takes: parser.kind)
        return Argument(
            options: [option, alias], read: { try $0.value(of: option, parser) ?? $0.value(of: alias, parser) },
            words: { $0.map { [option.name, parser.describe($0)] } ?? [] })
    }
}

extension Option {
    /// The option that selects the format of an export.
    public static var exportFormat: Option? { Argument.exportFormat.options.first }
}

/// A destination for exported cards.
protocol CardSink: Sendable {
    mutating func write(_ card: ContactCard) throws -> WrittenCard
    /// Writes buffered cards.
    mutating func flush() throws
    mutating func finish() throws
    /// Removes unfinished files.
    func discard()
}

/// A sink that writes all cards to one file or to standard output.
struct FileCardSink: CardSink {
    var writer: any ContactEncoder
    let target: any ByteTarget

    mutating func write(_ card: ContactCard) throws -> WrittenCard { try writer.write(card) }

    mutating func flush() throws { try target.write(writer.drain()) }

    mutating func finish() throws {
        writer.finish()
        try flush()
        try target.finish()
    }

    func discard() { target.discard() }
}

/// A sink that writes each card to its own file, as in the vdir folders of khard and vdirsyncer.
struct FolderCardSink: CardSink {
    let format: ExportFormat
    let folder: any FileFolder
    let isReplacing: Bool

    func write(_ card: ContactCard) throws -> WrittenCard {
        var writer = format.writer
        let written = try writer.write(card)
        writer.finish()
        try folder.put(writer.drain(), as: "\(card.fileName).\(format.fileEnding)")
        return written
    }

    func flush() {}

    func finish() throws { try folder.finish(replacing: isReplacing) }

    func discard() { folder.discard() }
}

/// The numbers of exported cards and lost values.
struct ExportTally {
    var cards = 0
    var groups = 0
    private var losses: [CardLoss] = []
    private var lossCount = 0
    private var lossGroups: [LossGroup] = []
    /// The places of the sentences in the groups.
    private var places: [Message: Int] = [:]
    /// The number of lost values that do not belong to any group.
    private var otherLosses = 0
    private static let limit = 100

    /// The lost values with the same sentence.
    private struct LossGroup {
        static let nameLimit = 3
        let sentence: Message
        var count = 0
        /// The names of the first contacts.
        var names: [String] = []
    }

    var isEmpty: Bool { cards == 0 && groups == 0 }

    mutating func add(_ new: [CardLoss]) {
        lossCount += new.count
        losses += new.prefix(max(0, Self.limit - losses.count))
        for loss in new {
            guard let place = places[loss.sentence] ?? beginGroup(loss.sentence) else {
                otherLosses += 1
                continue
            }
            lossGroups[place].count += 1
            if lossGroups[place].names.count < LossGroup.nameLimit { lossGroups[place].names.append(loss.title) }
        }
    }

    private mutating func beginGroup(_ sentence: Message) -> Int? {
        guard lossGroups.count < Self.limit else { return nil }
        places[sentence] = lossGroups.count
        lossGroups.append(LossGroup(sentence: sentence))
        return lossGroups.count - 1
    }

    var lossSentence: Message? {
        guard let first = losses.first else { return nil }
        let sentence: Message = "Some values cannot be exported. \(first.title): \(first.sentence)"
        guard lossCount > 1 else { return sentence }
        return "\(sentence) Use “--to FILE” to list all \(lossCount) values."
    }

    /// The numbers of exported contacts and groups.
    var contents: Message {
        let cards = count(cards, "contact") ?? "no contacts"
        return count(groups, "group").map { "\(cards) and \($0)" } ?? cards
    }

    func page(_ path: String) -> Page {
        let sentence: Message = "Exported \(contents) to \(path)."
        let rows = losses.map { loss in
            Row([
                Field("name", "Name", .text(loss.title)), Field("property", "Property", .text(loss.property)),
                Field("sentence", "Lost value", .words(loss.sentence)),
            ])
        }
        let columns = [Column("name", "Name"), Column("property", "Property"), Column("sentence", "Lost value")]
        let table = Table("losses", columns: columns, rows: rows, total: lossCount)
        return Page(
            "", [.message([sentence])] + (rows.isEmpty ? [] : [.table(groupTable)]),
            forPrograms: [.message([sentence]), .table(table)])
    }

    /// A table with one row for all lost values with the same sentence.
    private var groupTable: Table {
        let rows = lossGroups.map { group in
            let names = group.names + (group.count > group.names.count ? ["…"] : [])
            return Row([
                Field("sentence", "Lost value", .words(group.sentence)),
                Field("count", "Number", .integer(group.count)),
                Field("name", "Contacts", .text(names.joined(separator: ", "))),
            ])
        }
        return Table(
            "losses",
            columns: [
                Column("sentence", "Lost value", isProse: true), Column("count", "Number", .trailing),
                Column("name", "Contacts", isProse: true),
            ], rows: rows, total: rows.count + otherLosses)
    }
}

/// A reader that returns the cards of an export selection page by page.
struct ExportPages {
    private let source: any ExportDataSource
    private let limit: Int
    private let withPhotos: Bool
    /// The persons on the remaining pages, or `nil` if all persons are exported.
    private var rest: ArraySlice<Person.ID>?
    private var last: Person.ID?
    private var isOver = false

    init(_ selection: ExportSelection, limit: Int, withPhotos: Bool, from source: any ExportDataSource) {
        self.source = source
        self.limit = limit
        self.withPhotos = withPhotos
        if case .persons(let ids) = selection { rest = ids.sorted { $0.rawValue < $1.rawValue }[...] }
    }

    mutating func next() async throws -> ExportPage? {
        guard !isOver, rest?.isEmpty != true else { return nil }
        let part = rest.map { Array($0.prefix(limit)) }
        let page = try await source.cards(
            of: part.map(ExportSelection.persons) ?? .all, after: last, limit: limit, withPhotos: withPhotos)
        isOver = part == nil && page.last == nil
        // A page without a last ID contains all remaining persons of the part.
        let end = page.last ?? part?.last
        rest = rest?.drop { $0.rawValue <= end?.rawValue ?? .max }
        last = end
        return page
    }
}
