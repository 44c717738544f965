import Display
import Interchange
import Localization
import Model
import Navigation

/// Taking contacts and planets in from files: what is new is added, and what is here already is not doubled.
struct ImportCommand: Sendable {
    let services: Services

    private static let known = "--on-duplicate"
    static let rejects = "--rejects"
    private static let map = "--map"

    var command: Command {
        Command(
            "import", [Parameter("FILE", .file, .many)],
            options: [
                Option(
                    Self.known, "HOW", "what becomes of those who are here: skip, merge, or keep-both",
                    takes: .choice(OnDuplicate.allCases.map(\.rawValue))),
                Option(
                    Self.map, "COLUMN=FIELD;…",
                    "what columns of a table are for, as given, email.work, address.home.street, note; “-” for nothing"),
                Option(
                    Self.rejects, "FILE", "write what could not be taken in to a new file, if there is any",
                    takes: .file),
                .yes, .dryRun,
            ],
            about:
                "contacts from vCard, jCard or CSV files, planets from CSV; from a folder, or from “-”, the standard input",
            examples: [
                "import contacts.vcf", "import contacts.vcf --dry-run", "import phone.vcf old/ --on-duplicate merge",
                "import - --rejects bad.vcf < contacts.vcf", "import people.csv --map 'Rufname=given; Mail=email.home'",
                "import everything.json", "import pscomppars.csv --dry-run",
            ], details: ImportCommand.details, effect: .changes, run: take)
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

    @Sendable private func take(_ invocation: Invocation) async throws -> NavigationAction {
        let known = try known(in: invocation)
        var files: [SniffedSource] = []
        for path in try await paths(invocation.arguments) {
            files.append(try SniffedSource(try await services.files.open(path)))
        }
        if let archive = try archive(among: files) {
            return try await ArchiveExchange(services: services).restore(
                archive.source, beginning: archive.beginning, in: invocation.context)
        }
        if files.contains(where: { $0.contents == .catalog }) {
            return try await CatalogExchange(services: services).take(files, invocation)
        }
        let mapping = try mapping(in: invocation)
        let tables = try files.compactMap { file in
            do {
                return try file.columns(mapping)
            } catch is ContactTableProblem where files.count > 1 && mapping.isEmpty {
                // The import tells of it, and takes the others in.
                return nil
            }
        }
        if tables.contains(where: \.isGuessed), !invocation.isSure {
            return .ask([question(about: tables, invocation)])
        }
        let streams = files.map { $0.stream(mapping) }
        let (report, outcome) = try await ImportSafety(invocation, services).take(isOpen: \.isOpen) {
            try await services.imports.take(streams, onDuplicate: known, telling: $0, in: invocation.context)
        }
        if report.isOpen, !invocation.isDryRun {
            let question = question(about: report, invocation)
            return invocation.isInteractive
                ? .all([.tell(report.page(.dryRun)), .ask([question])]) : .ask([question])
        }
        var page = report.page(outcome)
        if invocation.isDryRun {
            page.blocks = tables.flatMap { [Block.message(["\($0.file):"]), .table($0.table)] } + page.blocks
            page.blocksForPrograms = page.blocksForPrograms.map { tables.map { .table($0.table) } + $0 }
        }
        return .tell(page)
    }

    private func known(in invocation: Invocation) throws -> OnDuplicate? {
        guard let word = invocation.value(Self.known) else { return nil }
        guard let known = OnDuplicate(rawValue: word) else {
            let all = OnDuplicate.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandProblem.notHere("\(Self.known) cannot be “\(word)”.", next: "It takes one of: \(all).")
        }
        return known
    }

    /// `Rufname=given; Mail=email.home`: what stands behind the last sign is what the column is for.
    private func mapping(in invocation: Invocation) throws -> [String: String] {
        var mapping: [String: String] = [:]
        for part in (invocation.value(Self.map) ?? "").split(separator: ";") {
            guard let sign = part.lastIndex(of: "=") else {
                throw CommandProblem.notHere("“\(part)” maps no column.", next: "Write --map 'COLUMN=FIELD; …'.")
            }
            mapping[part[..<sign].trimmed] = part[part.index(after: sign)...].trimmed
        }
        return mapping
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

    private func question(about tables: [TableColumns], _ invocation: Invocation) -> Prompt {
        let columns = tables.filter(\.isGuessed).map { table in
            "\(table.file): \(table.columns.map { "\($0.heading) = \($0.words)" }.joined(separator: ", "))."
        }
        let options = [Self.known, Self.map, Self.rejects].flatMap { name in
            invocation.value(name).map { [name, $0] } ?? []
        }
        let line = ShellWords.joined(["import", Option.yes.name] + options + invocation.filesAsWords)
        return Prompt(
            "Are these the columns? \(columns.joined(separator: " ")) (“\(Self.map)” says otherwise.)",
            [.init("yes", line: line), .init("no")], flag: Option.yes.name)
    }

    private func question(about report: ImportReport, _ invocation: Invocation) -> Prompt {
        let options =
            [Self.rejects, Self.map].flatMap { name in invocation.value(name).map { [name, $0] } ?? [] }
            + (invocation.has(Option.yes.name) ? [Option.yes.name] : [])
        func answer(_ title: Message, _ known: OnDuplicate) -> Prompt.Answer {
            Prompt.Answer(
                title,
                line: ShellWords.joined(["import", Self.known, known.rawValue] + options + invocation.filesAsWords))
        }
        return Prompt(
            Message(
                report.open, one: "What becomes of the one who is here already, or may be?",
                other: "What becomes of the \(report.open) who are here already, or may be?"),
            [
                answer("merge", .merge), answer("skip", .skip), answer("keep both", .keepBoth),
                .init("import nothing"),
            ], flag: Self.known)
    }
}

extension Invocation {
    /// The files, so that none of them is taken for an option.
    fileprivate var filesAsWords: [String] {
        arguments.contains { $0.hasPrefix("-") && $0 != "-" } ? ["--"] + arguments : arguments
    }
}
