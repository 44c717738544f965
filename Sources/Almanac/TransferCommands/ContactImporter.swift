import Interchange
import Model
import Navigation

/// An importer of files with contacts.
struct ContactImporter: Sendable {
    let imports: any ImportDataSource
    let files: any FileAccess
    let runner: ImportRunner

    /// Returns the result of an import without importing anything.
    func preview(of request: ImportRequest) async throws -> ImportReport {
        var request = request
        request.confirmation.isDryRun = true
        let context = CommandContext("", by: nil, isDryRun: true)
        return try await run(request, of: try await sources(of: request), in: context).report
    }

    func run(
        _ request: ImportRequest, of sources: [SniffedSource], in context: CommandContext
    ) async throws -> (report: ImportReport, outcome: ImportOutcome) {
        let streams = sources.map { $0.stream(request.mapping?.columns ?? [:], request.encoding) }
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
                // The import reports this file of a folder and imports the others.
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
