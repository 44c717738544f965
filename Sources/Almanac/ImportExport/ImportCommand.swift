import Display
import Interchange
import Localization
import Model
import Navigation
import Text

/// The command that imports contacts, planets, or a full export.
struct ImportCommand: Sendable {
    let importer: ContactImporter
    let archive: ArchiveExchange
    let persons: any PersonDataSource
    /// Whether the cards can be reviewed at the prompt.
    let canReview: Bool

    private static let declaration = CommandDeclaration(
        "import", .some("FILE", .file), .onDuplicate,
        Argument.option(
            "--map", "COLUMN=FIELD;…", "Map columns to fields such as email.work; “-” skips a column",
            ValueParser(.text, parse: { word, _ in try ColumnMapping(word) }, describe: \.text)),
        .encoding, .dateOrder, .solution,
        Argument.flag(
            "--update", "Show what a catalog or exported CSV file would change, then ask"),
        Argument.option("--rejects", "FILE", "Write rejected cards and rows to a new file", .file),
        about:
            "Import contacts or planets from files, a folder, or “-”",
        examples: [
            "import contacts.vcf", "import contacts.vcf --dry-run", "import phone.vcf old/ --on-duplicate merge",
            "import - --rejects bad.vcf < contacts.vcf", "import people.csv --map 'Rufname=given; Mail=email.home'",
            "import everything.json", "import pscomppars.csv --dry-run",
            "import pscomppars.csv --update", "import contacts.csv --update",
        ], details: ImportCommand.details, effect: .confirmedChanges)

    func command(for navigator: any ImportNavigator) -> Command {
        Command(Self.declaration) {
            invocation, files, decisions, mapping, encoding, dates, solution, isUpdate, rejects in
            try await run(
                ImportRequest(
                    files: files, decisions: decisions ?? DuplicateDecisions(), mapping: mapping, encoding: encoding,
                    dates: dates, solution: solution, isUpdate: isUpdate, rejects: rejects,
                    confirmation: invocation.confirmation), for: navigator, in: invocation)
        }
    }

    private static let details: Message = """
        A card is matched with existing contacts by its UID, or otherwise by the rules of “duplicates”. It is **new**, \
        **unchanged**, **changed** (a different card of the same person), **older** (a card that was revised earlier), \
        or a **possible duplicate**. New cards are added, and unchanged cards are skipped. For the others, you are \
        asked what to do. `--on-duplicate` answers in advance: `skip` keeps existing contacts unchanged, `merge` adds \
        the values of the card, and `keep-both` adds the card as another person. In a merge, a changed card replaces \
        exactly the values that were changed or removed in it since it was imported or exported. Older cards and \
        possible duplicates only add values, and conflicting values are reported. `--on-duplicate \
        changed=merge,possible=skip` answers separately for possible duplicates. Two cards in one file with different \
        UIDs remain separate persons, unless the answer names `possible` or the number of the card.

        `--dry-run` lists the fields that would change. Conflicts are fields that were changed both locally and on the \
        card, and the different values of possible duplicates.

        Categories and group cards become groups. Notes and photos are imported, and unknown properties are stored \
        with the person. An invalid card does not stop the import; it is reported with its file, line, and number. The \
        exit status is then 5, or 1 if every card was rejected.

        **CSV** files of Google Contacts, Outlook, Thunderbird, Yahoo, LinkedIn, and HubSpot are recognized. For other \
        files, the headings determine the columns. If a heading is unknown or ambiguous, you are asked to confirm \
        them. Unknown columns become custom fields. If neither the other dates in the file, nor the language of the \
        heading, nor the setting `region` shows whether 3/4 is in March or April, you are asked. `--dates dmy` or \
        `--dates mdy` answers in advance, and `--map 'Birthday=birthday.dmy'` for one column. The second column with \
        the same heading is named `Birthday#2`. The encoding is detected; `--encoding mac-roman` or another encoding \
        sets it. In a CSV file that Almanac has exported, `--update` applies the rows with an ID and a version to \
        their contacts: a changed cell replaces the value, an emptied cell clears it, and columns and rows that you have \
        removed change nothing. A new row without an ID is a new contact. The changes are listed, and you are asked \
        before they are applied. A field that was also changed in this database since the export is a conflict: \
        `--on-duplicate merge` keeps the values of the file, and `skip` leaves these contacts unchanged. Without \
        `--update`, importing a CSV file never removes values. **JSON** from \
        “export --as json” can be imported into an empty database.

        A **planet catalog** has the columns of the sample data, of the NASA Exoplanet Archive (PSCompPars, or the \
        default solutions of PS), or of exoplanet.eu. Its format is CSV, TSV, ECSV, VOTable, IPAC, or the JSON of the \
        archive. For other columns, use `--map 'Planet=name; M=mass.mjup; Year=discovered'`, with the names of the \
        filter language. Rows are matched with existing planets by name or alias. Their values replace existing ones, \
        except for empty cells, values edited by hand, notes, and custom fields. A stored value is kept if it is only a \
        rounded form of the new value, in one of the units on its page: 1.25 is kept if the new value is 1.245 or \
        1.2549. At least two digits are compared, so 1 is replaced with 1.4. The import reports added and changed \
        planets, changes to smart groups, and, if the file lists the whole catalog, missing planets, which it keeps. \
        `--update` lists these changes, including the values of the catalog that differ from values edited by hand, \
        and asks before it applies them. A row with the star and the period of an existing planet may be the same \
        planet with a new name. You are asked about such rows; `--on-duplicate` answers in advance. If a file has \
        several rows of a planet and no column `default_flag`, the first one is used. `--solution newest` and \
        `--solution complete` choose others. To download the columns that Almanac reads, use this command:

        ```
        \(ExoplanetArchiveQuery.command)
        ```

        All files of a command are imported in one step: “undo” reverses it, and Ctrl-C cancels it without changes. From a \
        folder, files with the extensions .vcf, .vcard, .jcf, .jcard, .jscontact, .ldif, .ldi, .csv, and .tsv are \
        imported, even with the suffix .gz. Files compressed with gzip are unpacked. At the prompt, “~/” is your home \
        folder, and “*” is not expanded.
        """

    private func run(
        _ request: ImportRequest, for navigator: any ImportNavigator, in invocation: Invocation
    ) async throws -> NavigationAction {
        let sources = try await importer.sources(of: request)
        let request = request.absolute(importer.files)
        if let export = try fullExport(among: sources) {
            return try await archive.restore(
                export.source, beginning: export.beginning, in: invocation.context)
        }
        if sources.contains(where: { $0.contents == .catalog }) {
            return try await importPlanets(sources, request, in: invocation)
        }
        if let option = request.optionsForPlanets.first {
            throw CommandProblem.notHere(
                "\(option) applies only to planet catalogs.", next: "Import the contacts without it.")
        }
        if let option = request.optionsForTables.first, !sources.contains(where: { $0.contents == .table }) {
            throw CommandProblem.notHere("\(option) applies only to CSV files.", next: "Import the file without it.")
        }
        let tables = try sources.compactMap { file in
            do {
                return try file.columns(for: request)
            } catch is SourceProblem where sources.count > 1 && request.mapping == nil && !request.isUpdate {
                // The import reports this file and imports the others.
                return nil
            }
        }
        if tables.contains(where: \.isGuessed), !request.confirmation.isConfirmed {
            return question(about: tables, request)
        }
        if request.isUpdate { return try await update(tables, sources, request, for: navigator, in: invocation) }
        let (report, outcome) = try await importer.run(request, of: sources, in: invocation.context)
        if let date = report.ambiguousDate, !request.confirmation.isDryRun {
            return question(aboutDatesSuchAs: date, request)
        }
        if report.isOpen, !request.confirmation.isDryRun {
            let kind: MatchKind = report.undecided[.changed] == nil ? .possible : .changed
            let question = question(about: kind, of: report.undecided[kind] ?? 0, request)
            guard invocation.isInteractive else { return question }
            return .all([canReview ? navigator.review(ImportReview(request)) : .tell(report.page(.dryRun)), question])
        }
        var page = report.page(outcome)
        if request.confirmation.isDryRun {
            page.blocks = tables.flatMap { [Block.message(["\($0.file):"]), .table($0.table)] } + page.blocks
            page.blocksForPrograms = page.blocksForPrograms.map { tables.map { .table($0.table) } + $0 }
        }
        guard !request.confirmation.isDryRun else { return .tell(page) }
        // If all contacts are new, this was the first import.
        let screen = try? invocation.nearest((any NextStepsScreen).self)
        if invocation.isInteractive, screen?.showsNextSteps != true, let count = report.counts[.new],
            try await persons.count(.all, matching: "", where: nil) == count
        {
            page.blocks.append(.prose(Self.nextSteps))
        }
        return navigator.didImport(page)
    }

    /// Shows the changes that the rows of exported CSV files would make, and asks whether to apply them. Applies them
    /// if the command is confirmed.
    private func update(
        _ tables: [TableColumns], _ sources: [SniffedSource], _ request: ImportRequest,
        for navigator: any ImportNavigator, in invocation: Invocation
    ) async throws -> NavigationAction {
        guard tables.count == sources.count, tables.allSatisfy(\.canUpdate) else {
            throw CommandProblem.notHere(
                "--update requires a planet catalog, or CSV files with the columns “Almanac ID” and “Almanac Version”.",
                next: "Use “export --as csv” to export contacts with these columns.")
        }
        guard request.mapping == nil else {
            throw CommandProblem.notHere("--map and --update cannot be combined.", next: "Use only one of them.")
        }
        var applied = request
        if !request.confirmation.isGiven { applied.confirmation.isDryRun = true }
        let context = applied.confirmation.isDryRun ? invocation.context.asDryRun : invocation.context
        let (report, outcome) = try await importer.run(applied, of: sources, in: context)
        if request.confirmation.isDryRun { return .tell(report.page(outcome)) }
        if let date = report.ambiguousDate { return question(aboutDatesSuchAs: date, request) }
        if let question = question(about: report, request) {
            return invocation.isInteractive ? .all([.tell(report.page(.dryRun)), question]) : question
        }
        return applied.confirmation.isDryRun ? .tell(report.page(outcome)) : navigator.didImport(report.page(outcome))
    }

    /// Asks which values to keep, how to import possible duplicates, or whether to apply an update. Returns `nil` if
    /// there is nothing to ask.
    private func question(about report: ImportReport, _ request: ImportRequest) -> NavigationAction? {
        if let count = report.undecided[.changed] {
            let question = Message(
                count, one: "1 contact was changed in this database and in the file. Which values should be kept?",
                other: "\(count) contacts were changed in this database and in the file. Which values should be kept?")
            func answer(_ title: Message, _ policy: DuplicatePolicy) -> Prompt.Answer {
                self.answer(title, policy, to: .changed, request)
            }
            return ChoicePresenter(
                question, [answer("those of the file", .merge), answer("those in this database", .skip)],
                flag: Self.scriptOptions([.merge, .skip])
            ).present()
        }
        if let count = report.undecided[.possible] { return question(about: .possible, of: count, request) }
        let hasChanges =
            report.counts[.new, default: 0] > 0 || report.decisions.contains { $0.key != .skip && $0.value > 0 }
        guard !request.confirmation.isConfirmed, hasChanges else { return nil }
        return confirmation("Apply these changes?", of: request)
    }

    /// Returns the options that a script uses instead of answering, such as `--on-duplicate merge, or --dry-run to list
    /// the contacts`.
    private static func scriptOptions(_ policies: [DuplicatePolicy]) -> String {
        let name = Argument<DuplicateDecisions?>.onDuplicate.name
        let decisions = policies.map { "\(name) \($0.rawValue)" }.joined(separator: ", ")
        return "\(decisions), or --dry-run to list the contacts"
    }

    private static let nextSteps: Message = """
        - Use `persons` to list your contacts, and `find NAME` to search them.
        - Use `duplicates` to list contacts that may occur twice.
        - Use `birthdays` to list the next birthdays.
        """

    private func importPlanets(
        _ files: [SniffedSource], _ request: ImportRequest, in invocation: Invocation
    ) async throws -> NavigationAction {
        if let other = files.first(where: { $0.contents != .catalog }) {
            throw CommandProblem.notHere(
                "\(other.source.name) does not contain planets, but other files do.",
                next: "Import contacts and planets separately.")
        }
        if let option = request.optionsForTables.first {
            throw CommandProblem.notHere(
                "\(option) applies only to contacts.", next: "Import the planets without it.")
        }
        var applied = request
        if request.isUpdate, !request.confirmation.isGiven { applied.confirmation.isDryRun = true }
        let context = applied.confirmation.isDryRun ? invocation.context.asDryRun : invocation.context
        let catalogs = files.map { $0.catalog(request.mapping?.columns ?? [:], request.solution ?? .first) }
        let (report, outcome) = try await importer.runner.run(applied, in: context, isOpen: \.isOpen) {
            try await importer.imports.importCatalogs(
                catalogs, onDuplicate: request.decisions, reportingTo: $0, in: context)
        }
        guard !request.confirmation.isDryRun, let question = question(about: report, request) else {
            return .tell(report.page(outcome, isUpdated: request.isUpdate))
        }
        return invocation.isInteractive ? .all([.tell(report.page(outcome)), question]) : question
    }

    /// Asks how to import rows that may describe an existing planet, or whether to apply an update. Returns `nil` if
    /// there is nothing to ask.
    private func question(about report: CatalogReport, _ request: ImportRequest) -> NavigationAction? {
        if report.isOpen {
            let question = Message(
                report.undecided, one: "1 row may be an existing planet with a new name. How should it be imported?",
                other: "\(report.undecided) rows may be existing planets with new names. How should they be imported?")
            return choice(question, of: .possible, request)
        }
        guard request.isUpdate, !request.confirmation.isConfirmed, report.hasChanges else { return nil }
        return confirmation("Apply these changes?", of: request)
    }

    private func fullExport(among files: [SniffedSource]) throws -> SniffedSource? {
        guard let archive = files.first(where: { $0.contents == .archive }) else { return nil }
        guard files.count == 1 else {
            throw CommandProblem.notHere(
                "\(archive.source.name) is a full export.", next: "Import it on its own, into an empty database.")
        }
        return archive
    }

    private func question(about tables: [TableColumns], _ request: ImportRequest) -> NavigationAction {
        let columns = tables.filter(\.isGuessed).map { table in
            "\(table.file): \(table.columns.map { "\($0.heading) = \($0.words)" }.joined(separator: ", "))."
        }
        return confirmation(
            "Import with these columns? \(columns.joined(separator: " ")) (Use --map to change them.)", of: request)
    }

    private func confirmation(_ question: Message, of request: ImportRequest) -> NavigationAction {
        ConfirmationPresenter(
            question: question, line: line(of: request, request.decisions, confirmation: .yes),
            outcomeOfRejection: "Nothing was imported."
        ).present()
    }

    private func question(aboutDatesSuchAs date: String, _ request: ImportRequest) -> NavigationAction {
        func answer(_ title: Message, _ order: TableDate.Order) -> Prompt.Answer {
            var request = request
            request.dates = order
            return Prompt.Answer(title, line: line(of: request, request.decisions, confirmation: request.confirmation))
        }
        return ChoicePresenter(
            "Does the day or the month come first in dates such as \(date)?",
            [answer("day", .dmy), answer("month", .mdy)],
            flag: Argument<TableDate.Order?>.dateOrder.name
        ).present()
    }

    /// Asks for one decision about all cards with one kind of match. If the cards can be reviewed, the last answer is
    /// `review`, which leaves the review open.
    private func question(about kind: MatchKind, of count: Int, _ request: ImportRequest) -> NavigationAction {
        choice(kind.question(about: count), of: kind, request, cancel: canReview ? "review" : "cancel")
    }

    private func choice(
        _ question: Message, of kind: MatchKind, _ request: ImportRequest, cancel: Message = "cancel"
    ) -> NavigationAction {
        let answers = [("merge", .merge), ("skip", .skip), ("keep both", .keepBoth)] as [(Message, DuplicatePolicy)]
        return ChoicePresenter(
            question, answers.map { answer($0, $1, to: kind, request) }, cancel: cancel,
            flag: Self.scriptOptions(answers.map(\.1))
        ).present()
    }

    private func answer(
        _ title: Message, _ policy: DuplicatePolicy, to kind: MatchKind, _ request: ImportRequest
    ) -> Prompt.Answer {
        var decisions = request.decisions
        decisions.kinds[kind] = policy
        return Prompt.Answer(title, line: line(of: request, decisions, confirmation: request.confirmation))
    }

    /// Returns the command line that repeats the import with an answer.
    private func line(
        of request: ImportRequest, _ decisions: DuplicateDecisions, confirmation: Confirmation
    ) -> String {
        Self.declaration.line(
            request.files, decisions.isEmpty ? nil : decisions, request.mapping, request.encoding, request.dates,
            request.solution, request.isUpdate, request.rejects,
            confirmation: confirmation)
    }
}

extension MatchKind {
    fileprivate func question(about count: Int) -> Message {
        switch self {
        case .changed:
            Message(
                count, one: "1 card is a different version of an existing contact. How should it be imported?",
                other: "\(count) cards are different versions of existing contacts. How should they be imported?")
        case .possible:
            Message(
                count, one: "1 card may match another contact. How should it be imported?",
                other: "\(count) cards may match other contacts. How should they be imported?")
        }
    }
}

extension Argument where Value == DuplicateDecisions? {
    static var onDuplicate: Argument {
        let known = DuplicatePolicy.allCases.map(\.rawValue)
        return option(
            "--on-duplicate", "HOW", "How to handle existing contacts: skip, merge, or keep-both",
            ValueParser(
                .choice(known), parse: { word, _ in DuplicateDecisions(word) },
                orThrow: {
                    CommandProblem.notHere(
                        "Invalid value “\($0)” for --on-duplicate.",
                        next: "Use one of: \(known.joined(separator: ", ")).")
                }))
    }
}

extension Argument where Value == TableEncoding? {
    static var encoding: Argument {
        option(
            "--encoding", "ENCODING", "Set the encoding of CSV files, such as mac-roman",
            .choice(of: "--encoding"))
    }
}

extension Argument where Value == TableDate.Order? {
    static var dateOrder: Argument {
        option(
            "--dates", "ORDER", "Set the order of ambiguous dates in CSV files: dmy, mdy, or ymd",
            .choice(of: "--dates"))
    }
}

extension Argument where Value == SolutionChoice? {
    static var solution: Argument {
        option(
            "--solution", "HOW", "Use this row for each planet: first, newest, or complete",
            .choice(of: "--solution"))
    }
}

/// The arguments of an import.
struct ImportRequest: Sendable {
    private(set) var files: [String]
    var decisions: DuplicateDecisions
    let mapping: ColumnMapping?
    /// The encoding of the tables, or `nil` to detect it.
    let encoding: TableEncoding?
    /// The order of day and month in ambiguous dates, or `nil` if it is unknown.
    var dates: TableDate.Order?
    /// The row to import for planets that have several rows, or `nil` for the first row.
    var solution: SolutionChoice?
    /// Whether to show the changes from a catalog or an exported CSV file before they are applied.
    var isUpdate = false
    /// The path of the file for rejected cards and rows, if any.
    private(set) var rejects: String?
    var confirmation: Confirmation

    /// The given options that apply only to tables of contacts.
    var optionsForTables: [String] {
        (encoding == nil ? [] : [Argument<TableEncoding?>.encoding.name])
            + (dates == nil ? [] : [Argument<TableDate.Order?>.dateOrder.name])
    }

    /// The given options that apply to planets but not to contacts.
    var optionsForPlanets: [String] {
        solution == nil ? [] : [Argument<SolutionChoice?>.solution.name]
    }
}

extension ImportRequest {
    /// Returns the request with absolute paths, so that it can be continued in another folder.
    func absolute(_ files: any FileAccess) -> ImportRequest {
        var request = self
        request.files = request.files.map(files.absolutePath)
        request.rejects = request.rejects.map(files.absolutePath)
        return request
    }

    /// Creates the arguments of a reviewed import, whose column mapping is confirmed.
    ///
    /// - Throws: `CommandProblem` if the decisions or the column mapping is invalid.
    init(_ review: ImportReview) throws {
        guard let decisions = DuplicateDecisions(review.decisions) else {
            throw CommandProblem.unknownPlace(review.name)
        }
        self.init(
            files: review.files, decisions: decisions, mapping: try review.mapping.map { try ColumnMapping($0) },
            encoding: review.encoding.flatMap(TableEncoding.init(rawValue:)),
            dates: review.dates.flatMap(TableDate.Order.init(rawValue:)), rejects: review.rejects,
            confirmation: .yes)
    }
}

extension ImportReview {
    init(_ request: ImportRequest) {
        self.init(request.files)
        mapping = request.mapping?.text
        encoding = request.encoding?.rawValue
        dates = request.dates?.rawValue
        rejects = request.rejects
        decisions = request.decisions.description
    }
}

/// A column mapping such as `Rufname=given; Mail=email.home`.
struct ColumnMapping: Sendable {
    let text: String
    let columns: [String: String]

    init(_ text: String) throws {
        var columns: [String: String] = [:]
        for part in text.split(separator: ";") {
            guard let sign = part.lastIndex(of: "=") else {
                throw CommandProblem.notHere("Invalid mapping “\(part)”.", next: "Use --map 'COLUMN=FIELD; …'.")
            }
            columns[part[..<sign].trimmed] = part[part.index(after: sign)...].trimmed
        }
        self.text = text
        self.columns = columns
    }
}

/// A screen that can itself show the next steps for a new user.
protocol NextStepsScreen {
    var showsNextSteps: Bool { get }
}
