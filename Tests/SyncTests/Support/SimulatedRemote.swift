import FileIO
import Interchange
import Sync
import TestSupport

/// The content of a book as other programs see it.
@MainActor
protocol SimulatedRemote: AnyObject {
    var names: [String] { get }
    func card(_ name: String) -> TestCard?
    func write(_ card: TestCard, at name: String)
    func remove(_ name: String)
}

extension InMemoryBook: SimulatedRemote {}

/// A folder in which other programs replace files atomically or write them in place.
@MainActor
final class SimulatedFolder: SimulatedRemote {
    let book: FolderBook
    private let folder: TemporaryFolder
    private var writesInPlace = false

    init() throws {
        folder = try TemporaryFolder()
        book = FolderBook(folder: folder.path, now: { .zero })
    }

    var names: [String] { ((try? folder.names()) ?? []).filter { !$0.hasPrefix(".") } }

    /// All names, including those of temporary files.
    var allNames: [String] { (try? folder.names()) ?? [] }

    func card(_ name: String) -> TestCard? {
        guard let text = try? folder.bytes(name) else { return nil }
        return (try? VCard(text)).map(TestCard.init)
    }

    func write(_ card: TestCard, at name: String) {
        writesInPlace.toggle()
        if writesInPlace {
            try? folder.write(card.text, to: name)
        } else {
            try? folder.write(card.text, to: name + ".tmp")
            try? FileSystem.rename(folder.file(name + ".tmp"), to: folder.file(name))
        }
    }

    func remove(_ name: String) { FileSystem.remove(folder.file(name)) }
}

/// A book with actions before and after each request.
@MainActor
final class InstrumentedBook: RemoteBook {
    private let book: any RemoteBook
    nonisolated let capabilities: BookCapabilities
    var beforeRequest: (_ name: String) throws -> Void = { _ in }
    /// An error means that the response is lost.
    var afterRequest: (_ name: String) throws -> Void = { _ in }

    init(_ book: any RemoteBook) { (self.book, capabilities) = (book, book.capabilities) }

    nonisolated func address(forNew name: String) -> CardAddress { book.address(forNew: name) }

    private func answer<Result>(_ name: String, _ work: @MainActor () async throws -> Result) async throws -> Result {
        try beforeRequest(name)
        let result = try await work()
        try afterRequest(name)
        return result
    }

    @MainActor func changes(since token: SyncToken?) async throws -> RemoteChanges {
        try await answer("list") { try await book.changes(since: token) }
    }

    @MainActor func cards(at addresses: [CardAddress]) async throws -> [RemoteCard] {
        try await answer("get") { try await book.cards(at: addresses) }
    }

    @MainActor func put(_ text: [UInt8], at address: CardAddress, _ precondition: Precondition) async throws -> ETag? {
        try await answer("put") { try await book.put(text, at: address, precondition) }
    }

    @MainActor func delete(_ address: CardAddress, ifMatch tag: ETag) async throws {
        try await answer("delete") { try await book.delete(address, ifMatch: tag) }
    }
}
