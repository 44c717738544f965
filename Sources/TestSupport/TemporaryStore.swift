import AlmanacStore
import FoundationEssentials
import Model
import SQLite

/// A new store in a folder of its own, which is gone with it: `let store = try await TemporaryStore()`.
@dynamicMemberLookup
public final class TemporaryStore: Sendable {
    public let folder: String
    public let store: Store

    public init() async throws {
        folder = Self.newFolder
        let location = StoreLocation("\(folder)/almanac.db")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try await Self.empty.value.write(to: URL(filePath: location.path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: location.path)
        store = try await Store.open(at: location, mode: .readWrite)
    }

    /// A store as it is made: once, since all migrations take longer than most tests.
    private static let empty = Task {
        let folder = newFolder
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let location = StoreLocation("\(folder)/almanac.db")
        try await Store.open(at: location, mode: .createIfMissing).close()
        return try Data(contentsOf: URL(filePath: location.path))
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
