import FileIO
import Interchange
import Model
import SQLite

/// A data source for sample data sets.
public struct SeedStore: SeedDataSource {
    let database: StoreDatabase
    let clock: StoreClock

    public func sets() async throws -> [SeedSet] {
        try await marked(EmbeddedSampleData.names.map { try SeedSet(EmbeddedSampleData.files(of: $0), at: $0) })
    }

    public func read(_ sources: [SeedSource]) async throws -> any LoadableSampleData {
        let contents = try sources.map(Self.contents)
        let sets = try await marked(contents.map(\.set))
        return PendingSampleData(sets: sets, contents: contents, database: database, clock: clock)
    }

    public func remove(_ sets: [String], in context: CommandContext) async throws -> [SeedRemoval] {
        try await database.recording(in: context, at: clock, collects: false) { connection in
            let loadedSets = try Self.loadedSets(in: connection)
            if let unknown = sets.first(where: { !loadedSets.contains($0) }) {
                throw SeedProblem.notLoaded(unknown, loaded: loadedSets.sorted())
            }
            return try sets.map { try SampleDataRemover(set: $0, connection: connection).run() }
        }
    }

    /// Returns the sets after marking those that are loaded.
    private func marked(_ sets: [SeedSet]) async throws -> [SeedSet] {
        let loadedSets = try await database.reading { try Self.loadedSets(in: $0) }
        return sets.map { set in
            var set = set
            set.isLoaded = loadedSets.contains(set.name)
            return set
        }
    }

    private static func loadedSets(in connection: Connection) throws -> Set<String> {
        Set(try connection.all("SELECT DISTINCT seed_set FROM planted") { $0[0] as String })
    }

    private static func contents(of source: SeedSource) throws -> SeedContents {
        switch source {
        case .named(let name):
            guard EmbeddedSampleData.names.contains(name) else {
                throw SeedProblem.unknownSet(name, known: EmbeddedSampleData.names)
            }
            return try SeedContents(EmbeddedSampleData.files(of: name), at: name)
        case .folder(let path):
            return try SeedContents(SeedFolder.files(at: path), at: path)
        }
    }
}

private struct PendingSampleData: LoadableSampleData {
    let sets: [SeedSet]
    let contents: [SeedContents]
    let database: StoreDatabase
    let clock: StoreClock

    func load(
        in context: CommandContext, progress: @escaping @Sendable (SeedProgress) -> Void
    ) async throws -> [SeedReport] {
        try await database.recording(in: context, at: clock, collects: false) { connection in
            try contents.map { contents in
                var loader = SampleDataLoader(of: contents, in: connection, progress: progress)
                return try loader.run()
            }
        }
    }
}

/// A reader of the sample data sets that are embedded in the program.
enum EmbeddedSampleData {
    static var names: [String] {
        let paths = EmbeddedFile.all.map { $0.path.split(separator: "/") }
        return paths.filter { $0.count == 3 && $0[0] == "Seeds" }.map { String($0[1]) }.unique
    }

    static func files(of set: String) -> [SeedFile] {
        EmbeddedFile.all.filter { $0.path.hasPrefix("Seeds/\(set)/") }.map { file in
            SeedFile(path: String(file.path.dropFirst("Seeds/".count)), bytes: file.bytes)
        }
    }
}

/// A reader of sample data sets in folders.
enum SeedFolder {
    static let fileLimit = 256 << 20

    static func files(at folder: String) throws(SeedProblem) -> [SeedFile] {
        let names = try reading(folder) { () throws(SystemError) in try FileSystem.names(in: folder) }
        var files: [SeedFile] = []
        for name in names where name == "set.json" || name.hasSuffix(".csv") {
            let path = "\(folder)/\(name)"
            let bytes = try reading(path) { () throws(SystemError) in try File.open(path).read(upTo: fileLimit) }
            guard bytes.count <= fileLimit else {
                throw .badSet(path: path, reason: "It is larger than \(fileLimit) bytes.")
            }
            files.append(SeedFile(path: path, bytes: bytes))
        }
        return files
    }

    private static func reading<Result>(
        _ path: String, _ read: () throws(SystemError) -> Result
    ) throws(SeedProblem) -> Result {
        do throws(SystemError) {
            return try read()
        } catch {
            throw .badSet(path: path, reason: error.reason)
        }
    }
}
