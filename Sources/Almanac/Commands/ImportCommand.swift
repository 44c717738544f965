import Display
import Interchange
import Model

/// Taking contacts in from files: what is new is added, and what is here already is not doubled.
struct ImportCommand: Sendable {
    let services: Services

    private static let known = "--on-duplicate"
    private static let rejects = "--rejects"

    var command: Command {
        Command(
            "import", [Parameter("FILE", .file, .many)],
            options: [
                Option(
                    Self.known, "HOW", "what becomes of those who are here: skip, merge, or keep-both",
                    takes: .choice(ImportPlan.Known.allCases.map(\.rawValue))),
                Option(Self.rejects, "FILE", "write the cards that cannot be read to a new file", takes: .file),
                .dryRun,
            ],
            about: "contacts from vCard or jCard files, from a folder of them, or from “-”, the standard input",
            examples: [
                "import contacts.vcf", "import contacts.vcf --dry-run", "import phone.vcf old/ --on-duplicate merge",
                "import - --rejects bad.vcf < contacts.vcf",
            ], details: ImportCommand.details, effect: .changes, run: take)
    }

    private static let details = """
        A card is matched with the persons of the store by its UID, else by what they share, as “duplicates” says: it is \
        **new**, the **same**, **changed** (a newer card of the same person), or **in doubt** (perhaps somebody who is here). \
        New ones are added. If any is changed or in doubt, you are asked what becomes of those, or say it before: \
        `--on-duplicate skip` leaves everybody as they are, `merge` adds what the card says (of a newer card of the same \
        person, what differs wins), `keep-both` adds the card as another person.

        Categories and cards of groups become groups, notes become notes, photos are kept. What is not understood stays with \
        the person, line by line. One bad card never stops the rest: it is told by file, line and number.

        All files of one command are one step: “undo” takes it back, Ctrl-C leaves nothing behind. Of a folder, files that \
        end in .vcf, .vcard, .jcf or .jcard are read. Paths are taken as they are: “~” and “*” are for your shell to expand.
        """

    @Sendable private func take(_ invocation: Invocation) async throws -> Move {
        var plan = ImportPlan(known: try known(in: invocation))
        var files: [any ByteSource] = []
        for path in try await paths(invocation.arguments) { files.append(try await services.files.open(path)) }
        let rejects = try await invocation.value(Self.rejects).flatMap { invocation.isRehearsed ? nil : $0 }
            .asyncMap { try await services.files.create($0, replacing: false) }
        defer { rejects?.discard() }
        if let rejects { plan.reject = { try rejects.write($0.bytes) } }
        let progress = services.configuration.progress
        plan.progress = { done, total in progress(SeedProgress(done: done, total: total.map { max($0, done) } ?? 0)) }
        let streams = try files.map(ContactStream.init(recognising:))
        if !invocation.isRehearsed { _ = try await services.keeper.backUpBefore(.import) }
        let report = try await services.imports.take(streams, by: plan)
        if report.isOpen, !invocation.isRehearsed {
            let question = question(about: report, invocation)
            return invocation.isInteractive
                ? .all([.tell(report.page(isRehearsed: true)), .ask([question])]) : .ask([question])
        }
        try rejects?.finish()
        return .tell(report.page(isRehearsed: invocation.isRehearsed))
    }

    private func known(in invocation: Invocation) throws -> ImportPlan.Known? {
        guard let word = invocation.value(Self.known) else { return nil }
        guard let known = ImportPlan.Known(rawValue: word) else {
            let all = ImportPlan.Known.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandProblem.notHere("\(Self.known) cannot be “\(word)”.", next: "It takes one of: \(all).")
        }
        return known
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

    private func question(about report: ImportReport, _ invocation: Invocation) -> Prompt {
        let options = [invocation.value(Self.rejects).map { [Self.rejects, $0] } ?? []].flatMap(\.self)
        func answer(_ title: String, _ known: ImportPlan.Known) -> Prompt.Answer {
            let files =
                invocation.arguments.contains { $0.hasPrefix("-") && $0 != "-" }
                ? ["--"] + invocation.arguments : invocation.arguments
            return Prompt.Answer(
                title, line: Words.joined(["import", Self.known, known.rawValue] + options + files))
        }
        return Prompt(
            "What becomes of the \(report.open) who are here already, or may be?",
            [
                answer("merge", .merge), answer("skip", .skip), answer("keep both", .keepBoth),
                .init("import nothing"),
            ], flag: Self.known)
    }
}

extension ContactStream {
    /// Reads as much as it takes to know what it is.
    fileprivate init(recognising source: any ByteSource) throws {
        var beginning: [UInt8] = []
        while beginning.count < ContactRecognition.beginning {
            let chunk = try source.read()
            if chunk.isEmpty { break }
            beginning += chunk
        }
        self.init(
            source, beginning: beginning,
            by: ContactRecognition.reader(of: source.name, beginning: beginning))
    }
}

extension Optional {
    fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
