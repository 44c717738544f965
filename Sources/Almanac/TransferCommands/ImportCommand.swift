import Display
import Interchange
import Localization
import Model
import Navigation

/// The command that imports contacts and planets without creating duplicates.
struct ImportCommand: Sendable {
    let imports: any ImportDataSource
    let history: any HistoryDataSource
    let maintenance: any DatabaseMaintenance
    let archive: ArchiveExchange
    let files: any FileAccess

    private static let declaration = CommandDeclaration(
        "import", .some("FILE", .file), .onDuplicate, .columnMapping,
        Argument.option("--rejects", "FILE", "Write rejected cards and rows to a new file", .file),
        .confirmation,
        about:
            "Import contacts or planets from files, a folder, or “-”",
        examples: [
            "import contacts.vcf", "import contacts.vcf --dry-run", "import phone.vcf old/ --on-duplicate merge",
            "import - --rejects bad.vcf < contacts.vcf", "import people.csv --map 'Rufname=given; Mail=email.home'",
            "import everything.json", "import pscomppars.csv --dry-run",
        ], details: ImportCommand.details, effect: .changes)

    var command: Command {
        Command(Self.declaration) { invocation, files, onDuplicate, mapping, rejects, confirmation in
            try await run(
                ImportRequest(
                    files: files, onDuplicate: onDuplicate, mapping: mapping, rejects: rejects,
                    confirmation: confirmation), in: invocation)
        }
    }

    private static let details: Message = """
        A card is matched with existing persons by its UID, or otherwise by the rules of “duplicates”. It is **new**, \
        **unchanged**, **changed** (a different card of the same person), or a **possible duplicate**. New cards are \
        added. For changed cards and possible duplicates, you are asked what to do. `--on-duplicate` answers in \
        advance: `skip` keeps existing persons unchanged, `merge` adds the values of the card, and `keep-both` adds \
        the card as another person. In a merge, a changed card replaces different values; a possible duplicate does \
        not, and the different values are reported.

        Categories and group cards become groups. Notes and photos are imported, and unknown properties are stored \
        with the person. An invalid card does not stop the import; it is reported with its file, line, and number.

        **CSV** files of Google Contacts, Outlook, and Thunderbird are recognized. For other files, the column mapping \
        is guessed from the headings, and you are asked to confirm it. Unknown columns become custom fields. If no \
        other date in the column shows whether 3/4 is in March or April, use `--map 'Birthday=birthday.dmy'` or \
        `….mdy`. The second column with the same heading is named `Birthday#2`. **JSON** from “export --as json” can \
        be imported into an empty database.

        A **planet catalog** (CSV) has the columns of the sample data or of the NASA Exoplanet Archive (PSCompPars, or \
        the default solutions of PS). Rows are matched with existing planets by name or alias. Their values replace \
        existing ones, except for empty cells, values edited by hand, notes, custom fields, and the status. The import \
        reports added, changed, and missing planets, and keeps planets that are no longer in the catalog.

        All files of a command are imported in one step: “undo” reverses it, and Ctrl-C cancels it without changes. \
        From a folder, files with the extensions .vcf, .vcard, .jcf, .jcard, .csv, and .tsv are imported. At the \
        prompt, “~/” is your home folder, and “*” is not expanded.
        """

    private func run(_ request: ImportRequest, in invocation: Invocation) async throws -> NavigationAction {
        var sources: [SniffedSource] = []
        for path in try await paths(request.files) {
            sources.append(try SniffedSource(try await files.open(path)))
        }
        if let export = try fullExport(among: sources) {
            return try await archive.restore(
                export.source, beginning: export.beginning, in: invocation.context)
        }
        if sources.contains(where: { $0.contents == .catalog }) {
            return try await importPlanets(sources, request, in: invocation.context)
        }
        let mapping = request.mapping?.columns ?? [:]
        let tables = try sources.compactMap { file in
            do {
                return try file.columns(mapping)
            } catch is SourceProblem where sources.count > 1 && mapping.isEmpty {
                // The import reports this file and imports the others.
                return nil
            }
        }
        if tables.contains(where: \.isGuessed), !request.confirmation.isConfirmed {
            return question(about: tables, request)
        }
        let streams = sources.map { $0.stream(mapping) }
        let runner = runner(for: request, in: invocation.context)
        let (report, outcome) = try await runner.run(isOpen: \.isOpen) {
            try await imports.importContacts(
                streams, onDuplicate: request.onDuplicate, telling: $0, in: invocation.context)
        }
        if report.isOpen, !request.confirmation.isDryRun {
            let question = question(about: report, request)
            return invocation.isInteractive
                ? .all([.tell(report.page(.dryRun)), question]) : question
        }
        var page = report.page(outcome)
        if request.confirmation.isDryRun {
            page.blocks = tables.flatMap { [Block.message(["\($0.file):"]), .table($0.table)] } + page.blocks
            page.blocksForPrograms = page.blocksForPrograms.map { tables.map { .table($0.table) } + $0 }
        }
        return .tell(page)
    }

    private func runner(for request: ImportRequest, in context: CommandContext) -> ImportRunner {
        ImportRunner(
            history: history, maintenance: maintenance, files: files, progress: archive.progress, request: request,
            context: context)
    }

    private func importPlanets(
        _ files: [SniffedSource], _ request: ImportRequest, in context: CommandContext
    ) async throws -> NavigationAction {
        if let other = files.first(where: { $0.contents != .catalog }) {
            throw CommandProblem.notHere(
                "\(other.source.name) does not contain planets, but other files do.",
                next: "Import contacts and planets separately.")
        }
        if let option = request.optionsForContacts.first {
            throw CommandProblem.notHere(
                "\(option) applies only to contacts.", next: "Import the planets without it.")
        }
        let runner = runner(for: request, in: context)
        let (report, outcome) = try await runner.run {
            try await imports.importCatalogs(files.map(\.catalog), telling: $0, in: context)
        }
        return .tell(report.page(outcome))
    }

    private func fullExport(among files: [SniffedSource]) throws -> SniffedSource? {
        guard let archive = files.first(where: { $0.contents == .archive }) else { return nil }
        guard files.count == 1 else {
            throw CommandProblem.notHere(
                "\(archive.source.name) is a full export.", next: "Import it on its own, into an empty database.")
        }
        return archive
    }

    /// Returns the paths of all files to import. The files in a folder are sorted by name.
    private func paths(_ words: [String]) async throws -> [String] {
        guard words.count(where: { $0 == "-" }) <= 1 else {
            throw CommandProblem.notHere("Standard input can only be read once.", next: "Use “-” only once.")
        }
        var paths: [String] = []
        for word in words {
            guard let names = try await files.files(inFolder: word) else {
                paths.append(word)
                continue
            }
            let found = names.filter(ImportFormatDetection.isCandidate).sorted()
            guard !found.isEmpty else {
                throw CommandProblem.notHere(
                    "The folder \(word) contains no contact files.", next: "Use file names instead.")
            }
            paths += found.map { word.hasSuffix("/") ? word + $0 : "\(word)/\($0)" }
        }
        return paths
    }

    private func question(about tables: [TableColumns], _ request: ImportRequest) -> NavigationAction {
        let columns = tables.filter(\.isGuessed).map { table in
            "\(table.file): \(table.columns.map { "\($0.heading) = \($0.words)" }.joined(separator: ", "))."
        }
        return ConfirmationPresenter(
            question: "Import with these columns? \(columns.joined(separator: " ")) (Use --map to change them.)",
            line: line(of: request, confirmation: .yes)
        ).present()
    }

    private func question(about report: ImportReport, _ request: ImportRequest) -> NavigationAction {
        func answer(_ title: Message, _ known: DuplicatePolicy) -> Prompt.Answer {
            Prompt.Answer(title, line: line(of: request, onDuplicate: known, confirmation: request.confirmation))
        }
        return ChoicePresenter(
            Message(
                report.open, one: "1 card matches or may match an existing contact. How should it be imported?",
                other: """
                    \(report.open) cards match or may match existing contacts. How should they be imported?
                    """),
            [answer("merge", .merge), answer("skip", .skip), answer("keep both", .keepBoth)], flag: "--on-duplicate"
        ).present()
    }

    /// Returns the command line that repeats the import with an answer.
    private func line(
        of request: ImportRequest, onDuplicate: DuplicatePolicy? = nil, confirmation: Confirmation
    ) -> String {
        Self.declaration.line(
            request.files, onDuplicate ?? request.onDuplicate, request.mapping, request.rejects, confirmation)
    }
}

/// The arguments of an import.
struct ImportRequest: Sendable {
    let files: [String]
    let onDuplicate: DuplicatePolicy?
    let mapping: ColumnMapping?
    /// The path of the file for rejected cards and rows.
    let rejects: String?
    let confirmation: Confirmation

    /// The given options that apply to contacts but not to planets.
    var optionsForContacts: [String] {
        (mapping == nil ? [] : [Argument.columnMapping.name])
            + (onDuplicate == nil ? [] : [Argument.onDuplicate.name])
    }
}

/// A column mapping such as `Rufname=given; Mail=email.home`.
struct ColumnMapping: Sendable {
    let text: String
    let columns: [String: String]

    fileprivate init(_ text: String) throws {
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

extension Argument where Value == DuplicatePolicy? {
    fileprivate static var onDuplicate: Argument {
        option(
            "--on-duplicate", "HOW", "How to handle existing contacts: skip, merge, or keep-both",
            .choice { .notHere("Invalid value “\($0)” for --on-duplicate.", next: "Use one of: \($1).") })
    }
}

extension Argument where Value == ColumnMapping? {
    fileprivate static var columnMapping: Argument {
        option(
            "--map", "COLUMN=FIELD;…",
            "Map columns to fields such as email.work; “-” skips a column",
            ValueParser(.text, parse: { word, _ in try ColumnMapping(word) }, describe: \.text))
    }
}
