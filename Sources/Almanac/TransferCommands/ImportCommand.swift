import Display
import Interchange
import Localization
import Model
import Navigation

/// Taking contacts and planets in from files: what is new is added, and what is here already is not doubled.
struct ImportCommand: Sendable {
    let services: Services

    private static let declaration = CommandDeclaration(
        "import", .some("FILE", .file), .onDuplicate, .columnMapping,
        Argument.option("--rejects", "FILE", "write what could not be taken in to a new file, if there is any", .file),
        .confirmation,
        about:
            "contacts from vCard, jCard or CSV files, planets from CSV; from a folder, or from “-”, the standard input",
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
        A card is matched with the persons of the store by its UID, else by what they share, as “duplicates” says: it is \
        **new**, the **same**, **changed** (a newer card of the same person), or **in doubt** (perhaps somebody who is here). \
        New ones are added. If any is changed or in doubt, you are asked what becomes of those, or say it before: \
        `--on-duplicate skip` leaves everybody as they are, `merge` adds what the card says (of a newer card of the same \
        person, what differs wins, a label too; of anybody else's, what could only replace something is told and left out), `keep-both` adds the card as another person.

        Categories and cards of groups become groups, notes become notes, photos are kept. What is not understood stays with \
        the person, line by line. One bad card never stops the rest: it is told by file, line and number.

        A **table** (CSV) may be one of Google Contacts, Outlook or Thunderbird; of any other its columns are guessed from their \
        headings, and nothing is written before you have said yes to them. What is known of no column is kept under its heading. \
        Whether 3/4 is in March or in April, another date of its column tells, or `--map 'Birthday=birthday.dmy'` or `….mdy`. \
        Of two columns with one heading the second is `Birthday#2`. \
        **JSON** that “export --as json” has written is brought back into an empty store, everything as it was.

        A **catalogue of planets** (CSV) has our own columns, those of the seeds, or the NASA Exoplanet Archive's (PSCompPars; of \
        PS the default solutions). Each row is matched with the planets here by name or alias. What it says goes in place of \
        what is there, an empty cell says nothing, and what somebody has changed by hand, notes, custom fields and the status \
        that a planet had before stay. Added, changed and gone ones are told; those that the catalogue has no more stay.

        All files of one command are one step: “undo” takes it back, Ctrl-C leaves nothing behind. Of a folder, files that \
        end in .vcf, .vcard, .jcf, .jcard, .csv or .tsv are read. At the prompt “~/” is your home folder; “*” is for \
        your shell to expand.
        """

    private func run(_ request: ImportRequest, in invocation: Invocation) async throws -> NavigationAction {
        var files: [SniffedSource] = []
        for path in try await paths(request.files) {
            files.append(try SniffedSource(try await services.files.open(path)))
        }
        if let archive = try archive(among: files) {
            return try await ArchiveExchange(services: services).restore(
                archive.source, beginning: archive.beginning, in: invocation.context)
        }
        if files.contains(where: { $0.contents == .catalog }) {
            return try await CatalogExchange(services: services).importPlanets(files, request, in: invocation.context)
        }
        let mapping = request.mapping?.columns ?? [:]
        let tables = try files.compactMap { file in
            do {
                return try file.columns(mapping)
            } catch is SourceProblem where files.count > 1 && mapping.isEmpty {
                // The import tells of it, and takes the others in.
                return nil
            }
        }
        if tables.contains(where: \.isGuessed), !request.confirmation.isSure {
            return .ask([question(about: tables, request)])
        }
        let streams = files.map { $0.stream(mapping) }
        let (report, outcome) = try await ImportSafety(services, request, invocation.context).run(isOpen: \.isOpen) {
            try await services.imports.take(
                streams, onDuplicate: request.onDuplicate, telling: $0, in: invocation.context)
        }
        if report.isOpen, !request.confirmation.isDryRun {
            let question = question(about: report, request)
            return invocation.isInteractive
                ? .all([.tell(report.page(.dryRun)), .ask([question])]) : .ask([question])
        }
        var page = report.page(outcome)
        if request.confirmation.isDryRun {
            page.blocks = tables.flatMap { [Block.message(["\($0.file):"]), .table($0.table)] } + page.blocks
            page.blocksForPrograms = page.blocksForPrograms.map { tables.map { .table($0.table) } + $0 }
        }
        return .tell(page)
    }

    private func archive(among files: [SniffedSource]) throws -> SniffedSource? {
        guard let archive = files.first(where: { $0.contents == .archive }) else { return nil }
        guard files.count == 1 else {
            throw CommandProblem.notHere(
                "\(archive.source.name) holds all of a store.", next: "Import it by itself, into an empty store.")
        }
        return archive
    }

    /// The files, with those of folders in the order of their names.
    private func paths(_ words: [String]) async throws -> [String] {
        guard words.count(where: { $0 == "-" }) <= 1 else {
            throw CommandProblem.notHere("The standard input can be read only once.", next: "Write “-” once.")
        }
        var paths: [String] = []
        for word in words {
            guard let names = try await services.files.files(inFolder: word) else {
                paths.append(word)
                continue
            }
            let found = names.filter(ContactRecognition.isCandidate).sorted()
            guard !found.isEmpty else {
                throw CommandProblem.notHere("The folder \(word) has no files of contacts.", next: "Name the files.")
            }
            paths += found.map { word.hasSuffix("/") ? word + $0 : "\(word)/\($0)" }
        }
        return paths
    }

    private func question(about tables: [TableColumns], _ request: ImportRequest) -> Prompt {
        let columns = tables.filter(\.isGuessed).map { table in
            "\(table.file): \(table.columns.map { "\($0.heading) = \($0.words)" }.joined(separator: ", "))."
        }
        return Prompt(
            "Are these the columns? \(columns.joined(separator: " ")) (“--map” says otherwise.)",
            [.init("yes", line: line(of: request, confirmation: .yes)), .init("no")], flag: Option.yes.name)
    }

    private func question(about report: ImportReport, _ request: ImportRequest) -> Prompt {
        func answer(_ title: Message, _ known: OnDuplicate) -> Prompt.Answer {
            Prompt.Answer(title, line: line(of: request, onDuplicate: known, confirmation: request.confirmation))
        }
        return Prompt(
            Message(
                report.open, one: "What becomes of the one who is here already, or may be?",
                other: "What becomes of the \(report.open) who are here already, or may be?"),
            [
                answer("merge", .merge), answer("skip", .skip), answer("keep both", .keepBoth),
                .init("import nothing"),
            ], flag: "--on-duplicate")
    }

    /// The line that imports the same with an answer in advance.
    private func line(
        of request: ImportRequest, onDuplicate: OnDuplicate? = nil, confirmation: Confirmation
    ) -> String {
        Self.declaration.line(
            request.files, onDuplicate ?? request.onDuplicate, request.mapping, request.rejects, confirmation)
    }
}

/// What was asked for of an import.
struct ImportRequest: Sendable {
    let files: [String]
    let onDuplicate: OnDuplicate?
    let mapping: ColumnMapping?
    /// The file for what could not be imported.
    let rejects: String?
    let confirmation: Confirmation

    /// The names of the options that planets know nothing of.
    var optionsForContacts: [String] {
        (mapping == nil ? [] : [Argument.columnMapping.name])
            + (onDuplicate == nil ? [] : [Argument.onDuplicate.name])
    }
}

/// `Rufname=given; Mail=email.home`: what stands after the last sign is what the column is for.
struct ColumnMapping: Sendable {
    let text: String
    let columns: [String: String]

    fileprivate init(_ text: String) throws {
        var columns: [String: String] = [:]
        for part in text.split(separator: ";") {
            guard let sign = part.lastIndex(of: "=") else {
                throw CommandProblem.notHere("“\(part)” maps no column.", next: "Write --map 'COLUMN=FIELD; …'.")
            }
            columns[part[..<sign].trimmed] = part[part.index(after: sign)...].trimmed
        }
        self.text = text
        self.columns = columns
    }
}

extension Argument where Value == OnDuplicate? {
    fileprivate static var onDuplicate: Argument {
        option(
            "--on-duplicate", "HOW", "what becomes of those who are here: skip, merge, or keep-both",
            .choice { .notHere("--on-duplicate cannot be “\($0)”.", next: "It takes one of: \($1).") })
    }
}

extension Argument where Value == ColumnMapping? {
    fileprivate static var columnMapping: Argument {
        option(
            "--map", "COLUMN=FIELD;…",
            "what columns of a table are for, as given, email.work, address.home.street, note; “-” for nothing",
            ValueParser(.text, parse: { word, _ in try ColumnMapping(word) }, describe: \.text))
    }
}

/// Planets in from catalogues.
struct CatalogExchange: Sendable {
    let services: Services

    func importPlanets(
        _ files: [SniffedSource], _ request: ImportRequest, in context: CommandContext
    ) async throws -> NavigationAction {
        if let other = files.first(where: { $0.contents != .catalog }) {
            throw CommandProblem.notHere(
                "\(other.source.name) holds no planets, and others of these files do.",
                next: "Import contacts by themselves.")
        }
        if let option = request.optionsForContacts.first {
            throw CommandProblem.notHere(
                "\(option) is for contacts.", next: "Planets are matched by their names, and columns by theirs.")
        }
        let (report, outcome) = try await ImportSafety(services, request, context).run {
            try await services.imports.take(files.map(\.catalog), telling: $0, in: context)
        }
        return .tell(report.page(outcome))
    }
}
