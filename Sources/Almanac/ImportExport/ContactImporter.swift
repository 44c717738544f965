import Interchange
import Localization
import Model
import Navigation
import Synchronization

/// An importer of contacts from files.
struct ContactImporter: Sendable {
    let imports: any ImportDataSource
    let files: any FileAccess
    let runner: ImportRunner

    /// Returns the report that an import would make, without importing anything.
    func preview(of request: ImportRequest) async throws -> ImportReport {
        var request = request
        request.confirmation.isDryRun = true
        let context = CommandContext("", by: nil, isDryRun: true)
        return try await run(request, of: try await sources(of: request), in: context).report
    }

    func run(
        _ request: ImportRequest, of sources: [SniffedSource], in context: CommandContext
    ) async throws -> (report: ImportReport, outcome: ImportOutcome) {
        let streams = sources.map { $0.stream(of: request) }
        return try await runner.run(request, in: context, isOpen: \.isOpen) {
            try await imports.importContacts(streams, onDuplicate: request.decisions, reportingTo: $0, in: context)
        }
    }

    /// Opens the files to import. The files in a folder are sorted by name.
    func sources(of request: ImportRequest) async throws -> [SniffedSource] {
        var sources: [SniffedSource] = []
        for path in try await paths(request.files) {
            do {
                sources.append(try SniffedSource(try await files.open(path), mapping: request.mapping?.columns ?? [:]))
            } catch let problem as any ByteSourceProblem where !request.files.contains(path) {
                // The import reports this file, which was found in a folder, and imports the others.
                sources.append(SniffedSource(unreadable: path, because: problem))
            }
        }
        return sources
    }

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
}

/// The effect of an import on the database.
enum ImportOutcome {
    case dryRun
    case changed
    case unchanged
}

/// A runner that adds a backup, progress reports, and a file for rejected items to imports.
struct ImportRunner: Sendable {
    let steps: any CommandStepDataSource
    let backups: any AutomaticBackups
    let files: any FileAccess
    let progress: @Sendable (SeedProgress) -> Void

    /// Runs an import.
    ///
    /// - Parameter isOpen: Returns whether the import waits for an answer before it imports or rejects anything.
    func run<Report>(
        _ request: ImportRequest, in context: CommandContext, isOpen: (Report) -> Bool = { _ in false },
        _ work: (ImportListener) async throws -> Report
    ) async throws -> (report: Report, outcome: ImportOutcome) {
        var listener = ImportListener()
        listener.progress = { [progress] done, total in
            progress(SeedProgress(done: done, total: total.map { max($0, done) } ?? 0))
        }
        guard !request.confirmation.isDryRun else { return (try await work(listener), .dryRun) }
        var rejects: RejectsFile?
        if let path = request.rejects {
            rejects = RejectsFile(try await files.create(path, replacing: false, .personal))
        }
        defer { rejects?.discard() }
        if let rejects { listener.reject = { try rejects.write($0.text) } }
        let (report, hasChanged) = try await backups.backingUp(before: .import, steps: steps, in: context) {
            try await work(listener)
        }
        let outcome = hasChanged ? ImportOutcome.changed : .unchanged
        if !isOpen(report) { try rejects?.finish(after: outcome) }
        return (report, outcome)
    }
}

extension ImportOutcome {
    func sentence(_ items: Message) -> Message {
        switch self {
        case .dryRun: "Dry run. This would import: \(items)."
        case .changed: "Imported: \(items). Use “undo” to reverse this."
        case .unchanged: "Imported: \(items)."
        }
    }
}

/// A source whose first bytes were read to recognize its format.
struct SniffedSource: Sendable {
    let source: any ByteSource
    let beginning: [UInt8]
    let contents: ImportFormatDetection.Contents

    /// Reads the beginning of a source.
    ///
    /// - Parameter mapping: The column mapping: field names by heading.
    init(_ source: any ByteSource, mapping: [String: String]) throws {
        var beginning: [UInt8] = []
        while beginning.count < ImportFormatDetection.beginning {
            let chunk = try source.read()
            if chunk.isEmpty { break }
            beginning += chunk
        }
        source.suspend()
        self.source = source
        self.beginning = beginning
        contents = ImportFormatDetection.contents(
            of: source.name, beginning: beginning, mapping: mapping)
    }

    /// Creates a source that throws an error when its contents are imported.
    init(unreadable path: String, because problem: any ByteSourceProblem) {
        source = UnreadableSource(name: path, problem: problem)
        beginning = []
        contents = .cards
    }

    func stream(of request: ImportRequest) -> ContactStream {
        ContactStream(
            source, beginning: beginning,
            by: ImportFormatDetection.reader(
                of: source.name, beginning: beginning, mapping: request.mapping?.columns ?? [:],
                encoding: request.encoding, dates: request.dates, isUpdate: request.isUpdate))
    }

    /// Returns the source as a stream of planets from a catalog.
    func catalog(_ mapping: [String: String], _ solution: SolutionChoice) -> CatalogStream {
        CatalogStream(
            source, beginning: beginning,
            by: CatalogReader(file: source.name, mapping: mapping, solution: solution))
    }

    /// Returns the columns of a CSV file of contacts, or `nil` for any other file.
    func columns(for request: ImportRequest) throws -> TableColumns? {
        guard contents == .table else { return nil }
        return try TableColumns(
            of: source.name, beginning: beginning, mapping: request.mapping?.columns ?? [:],
            encoding: request.encoding, isUpdate: request.isUpdate)
    }
}

/// A source that cannot be read.
private struct UnreadableSource: ByteSource {
    let name: String
    let problem: any ByteSourceProblem
    var size: Int? { nil }

    func read() throws -> [UInt8] { throw problem }
}

/// A file for rejected cards and rows. It is created only if items are rejected. Rejected rows follow the header of
/// their CSV file.
final class RejectsFile: Sendable {
    private let target: any ByteTarget
    private let last = Mutex<SourceText?>(nil)

    init(_ target: any ByteTarget) { self.target = target }

    func write(_ text: SourceText) throws {
        let before = last.withLock { last in
            defer { last = text }
            return last
        }
        if text.header != before?.header ?? [] { try write(text.header) }
        try write(text.bytes)
    }

    private func write(_ bytes: [UInt8]) throws {
        let lineEnd = UInt8(ascii: "\n")
        try target.write(bytes.last == lineEnd ? bytes : bytes + [lineEnd])
    }

    /// Moves the file to its final path after the import, or discards the file if no items were rejected.
    func finish(after outcome: ImportOutcome) throws {
        if last.withLock({ $0 == nil }) { return target.discard() }
        do {
            try target.finish()
        } catch let problem as any UserFacingError {
            throw RejectsFileProblem(problem: problem, outcome: outcome)
        }
    }

    func discard() { target.discard() }
}

/// An error that occurred while writing the file for rejected items after a successful import.
struct RejectsFileProblem: UserFacingError {
    let problem: any UserFacingError
    let outcome: ImportOutcome

    var explanation: ErrorReport {
        let rest: Message = "Use “import --dry-run” with the same files to list rejected items."
        return ErrorReport(
            problem.explanation.status,
            "The import succeeded, but rejected items were not written. \(problem.explanation.what)",
            why: problem.explanation.why, next: outcome == .changed ? "Use “undo” to reverse the import. \(rest)" : rest
        )
    }
}
