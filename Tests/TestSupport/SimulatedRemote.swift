import FileIO
import Interchange
import Sync

/// The content of a book as other programs see it.
@MainActor
public protocol SimulatedRemote: AnyObject {
    var names: [String] { get }
    func card(_ name: String) -> TestCard?
    func write(_ card: TestCard, at name: String)
    func remove(_ name: String)
    /// Whether the remote rejects a card with the UID of another card.
    var rejectsUsedUIDs: Bool { get }
}

/// A folder in which other programs replace files atomically or write them in place.
@MainActor
public final class SimulatedFolder: SimulatedRemote {
    public let book: FolderBook
    private let folder: TemporaryFolder
    public var path: String { folder.path }
    private var writesInPlace = false
    public let rejectsUsedUIDs = false

    public init() throws {
        folder = try TemporaryFolder()
        book = FolderBook(folder: folder.path, now: { .zero })
    }

    public var names: [String] { ((try? folder.names()) ?? []).filter { !$0.hasPrefix(".") } }

    /// All names, including those of temporary files.
    public var allNames: [String] { (try? folder.names()) ?? [] }

    public func card(_ name: String) -> TestCard? {
        guard let text = try? folder.bytes(name) else { return nil }
        return (try? VCard(text)).map(TestCard.init)
    }

    public func write(_ card: TestCard, at name: String) {
        writesInPlace.toggle()
        if writesInPlace {
            try? folder.write(card.text, to: name)
        } else {
            try? folder.write(card.text, to: name + ".tmp")
            try? FileSystem.rename(folder.file(name + ".tmp"), to: folder.file(name))
        }
    }

    public func write(text: String, at name: String) { write(bytes: Array(text.utf8), at: name) }

    public func write(bytes: [UInt8], at name: String) { try? folder.write(bytes, to: name) }

    public func bytes(at name: String) -> [UInt8]? { try? folder.bytes(name) }

    public func text(at name: String) -> String? {
        (try? folder.bytes(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    public func remove(_ name: String) { FileSystem.remove(folder.file(name)) }
}

/// A book with actions before and after each request.
@MainActor
public final class InstrumentedBook: RemoteBook {
    private let book: any RemoteBook
    public nonisolated let capabilities: BookCapabilities
    public var beforeRequest: (_ name: String) throws -> Void = { _ in }
    /// The action after each request. An error that it throws means that the response is lost.
    public var afterRequest: (_ name: String) throws -> Void = { _ in }

    public init(_ book: any RemoteBook) { (self.book, capabilities) = (book, book.capabilities) }

    public nonisolated func address(forNew name: String) -> CardAddress { book.address(forNew: name) }

    private func answer<Result>(_ name: String, _ work: @MainActor () async throws -> Result) async throws -> Result {
        try beforeRequest(name)
        let result = try await work()
        try afterRequest(name)
        return result
    }

    @MainActor public func changes(since token: SyncToken?) async throws -> RemoteChanges {
        try await answer("list") { try await book.changes(since: token) }
    }

    @MainActor public func cards(at addresses: [CardAddress]) async throws -> [RemoteCard] {
        try await answer("get") { try await book.cards(at: addresses) }
    }

    @MainActor public func put(_ text: [UInt8], at address: CardAddress, _ precondition: Precondition) async throws
        -> ETag?
    {
        try await answer("put") { try await book.put(text, at: address, precondition) }
    }

    @MainActor public func delete(_ address: CardAddress, ifMatch tag: ETag) async throws {
        try await answer("delete") { try await book.delete(address, ifMatch: tag) }
    }
}
