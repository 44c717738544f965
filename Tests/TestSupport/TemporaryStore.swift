import AlmanacStore
import FoundationEssentials
import Interchange
import Model
import SQLite
import Transfer

/// A new store in a folder of its own, which is gone with it: `let store = try await TemporaryStore()`.
@dynamicMemberLookup
public final class TemporaryStore: Sendable {
    public let folder: String
    public let store: Store

    /// Hears the statements that are run on it, where that was asked for.
    public let watch: StatementWatch?

    /// - Parameter sets: Seed sets that are planted in it, one after the other.
    public init(with sets: String..., isWatched: Bool = false) async throws {
        folder = Self.newFolder
        watch = isWatched ? StatementWatch(folder) : nil
        let location = StoreLocation("\(folder)/almanac.db")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try await Self.templates.file(with: sets[...]).write(to: URL(filePath: location.path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: location.path)
        store = try await Store.open(at: location, mode: .readWrite)
    }

    private static let templates = Templates()

    /// Files that stores begin as, each made once: migrations, and large seed sets even more, take longer than most tests.
    private actor Templates {
        private var files: [ArraySlice<String>: Task<Data, any Error>] = [:]

        func file(with sets: ArraySlice<String>) async throws -> Data {
            let making = files[sets] ?? Task { try await make(with: sets) }
            files[sets] = making
            return try await making.value
        }

        /// The last set is planted in a store that has the others.
        private func make(with sets: ArraySlice<String>) async throws -> Data {
            let folder = newFolder
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let location = StoreLocation("\(folder)/almanac.db")
            if let last = sets.last {
                let others = try await file(with: sets.dropLast())
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try others.write(to: URL(filePath: location.path))
                let store = try await Store.open(at: location, mode: .readWrite)
                _ = try await CommandContext.$current.withValue(CommandContext("seed \(last)", by: nil)) {
                    try await store.seeds.plant(.named(last))
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

    /// Puts a population into the store and gives its persons, with their groups and notes.
    public func settled(_ population: Population) async throws -> [Record<Person>] {
        try await store.persons.records(population.settle(in: store))
    }

    /// The file as any other program would open it, to look at it or to meddle.
    public func connection() throws -> Connection {
        try Connection(at: path, mode: .readWrite)
    }
}

extension Store {
    /// Opens a store that reads cards as the program does.
    public static func open(
        at location: StoreLocation, mode: StoreMode, clock: StoreClock = .system
    ) async throws -> Store {
        try await open(at: location, mode: mode, clock: clock, cards: VCardInterpreter())
    }
}

extension DatabaseMaintainer {
    public init(of location: StoreLocation, clock: StoreClock = .system) {
        self.init(of: location, clock: clock, cards: VCardInterpreter())
    }
}
