import AlmanacStore
import FoundationEssentials
import Interchange
import Model
import SQLite

/// A database in a temporary folder that is removed with the object: `let store = try await TemporaryStore()`.
@dynamicMemberLookup
public final class TemporaryStore: Sendable {
    public let folder: String
    public let store: Store

    /// The recorder of statements, if requested.
    public let watch: StatementRecorder?

    /// The name of a set that contains ``SampleRecords``.
    public static let sampleRecords = "SampleRecords"

    /// The data set “exoplanets”, or about a tenth of it without `ALMANAC_SOAK`.
    public static let exoplanets = Soak.isOn ? "exoplanets" : "some exoplanets"

    /// Creates a database.
    /// - Parameter sets: The sets to load, in order: names of sample data sets, ``exoplanets``, or ``sampleRecords``.
    public init(with sets: String..., isWatched: Bool = false, clock: StoreClock = .system) async throws {
        folder = Self.newFolder
        watch = isWatched ? StatementRecorder(folder) : nil
        let location = StoreLocation("\(folder)/almanac.db", state: "\(folder)/state")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try await Self.templates.file(with: sets[...]).write(to: URL(filePath: location.path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: location.path)
        store = try await Store.open(at: location, mode: .readWrite, clock: clock)
    }

    private static let templates = Templates()

    /// A cache of template databases that avoids repeated migrations and loading of sample data.
    private actor Templates {
        private var files: [ArraySlice<String>: Task<Data, any Error>] = [:]

        func file(with sets: ArraySlice<String>) async throws -> Data {
            let making = files[sets] ?? Task { try await make(with: sets) }
            files[sets] = making
            return try await making.value
        }

        /// Creates a template database by loading the last set into a copy of the template with the other sets.
        private func make(with sets: ArraySlice<String>) async throws -> Data {
            let folder = newFolder
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let location = StoreLocation("\(folder)/almanac.db")
            if let last = sets.last {
                let others = try await file(with: sets.dropLast())
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try others.write(to: URL(filePath: location.path))
                let store = try await Store.open(at: location, mode: .readWrite)
                if last == sampleRecords {
                    try await SampleRecords.settle(in: store)
                } else {
                    let isPart = last == exoplanets && !Soak.isOn
                    let source: SeedSource =
                        isPart ? .folder(path: try PartOfExoplanets.files(in: "\(folder)/exoplanets")) : .named(last)
                    _ = try await CommandContext.$current.withValue(CommandContext("seed \(last)", by: nil)) {
                        try await store.seeds.load(source)
                    }
                }
                store.close()
            } else {
                try await Store.open(at: location, mode: .createIfMissing).close()
            }
            return try Data(contentsOf: URL(filePath: location.path))
        }
    }

    private static var newFolder: String {
        FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)").path
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    public var path: String { store.location.path }

    public subscript<Value>(dynamicMember path: KeyPath<Store, Value>) -> Value { store[keyPath: path] }

    /// Adds a population.
    /// - Returns: The records of the persons.
    public func settled(_ population: Population) async throws -> [Record<Person>] {
        try await store.persons.records(population.settle(in: store))
    }

    /// Opens a separate connection, as another program would.
    public func connection() throws -> Connection {
        try Connection(at: path, mode: .readWrite)
    }
}

/// About a tenth of the data set “exoplanets”, with the stars that tests name.
private enum PartOfExoplanets {
    private static let stars: Set<Substring> = [
        "51 Peg", "Alpha Centauri B", "alf Tau", "eps Eri", "Kepler-16", "Kepler-91", "KOI-351", "Proxima Cen",
        "TRAPPIST-1", "ups And", "WASP-12",
    ]

    /// Writes the files of the set to a new folder.
    /// - Returns: The path of the folder.
    static func files(in folder: String) throws -> String {
        let source = #filePath.split(separator: "/Tests/")[0] + "/Seeds/exoplanets"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(source)/set.json", toPath: "\(folder)/set.json")
        let text = String(decoding: try Data(contentsOf: URL(filePath: "\(source)/planets.csv")), as: UTF8.self)
        let rows = text.split(separator: "\n")
        let chosen = rows.dropFirst().enumerated().filter { number, row in
            let cells = row.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
            return number.isMultiple(of: 10) || stars.contains(cells[3])
        }
        let lines = rows.prefix(1) + chosen.map { $0.element }
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: "\(folder)/planets.csv"))
        return folder
    }
}
