import Interchange
import Model

/// Finds free addresses for new cards.
struct CardAddressAllocator {
    /// The addresses that other cards have.
    private var taken: Set<CardAddress>
    /// The addresses of the cards with these UIDs.
    private var addresses: [String: CardAddress] = [:]

    init(taken: Set<CardAddress>) { self.taken = taken }

    /// Reads which names and UIDs of the created records belong to linked cards.
    mutating func reserve(_ changes: [LocalChange], _ run: SyncRun) async throws {
        let created = changes.compactMap { if case .created(let local) = $0 { local } else { nil } }
        if created.isEmpty { return }
        let usual = Set(created.map { run.book.address(forNew: $0.card.contents.fileName) })
        taken.formUnion(try await run.store.cards(at: Array(usual)).keys)
        for (uid, match) in try await run.matches(of: created.map(\.card)) {
            if case .synced(let synced) = match { addresses[uid] = synced.link.address }
        }
    }

    /// Returns a free address: the UID as a name, followed by the number of the record if another card has that name.
    mutating func newAddress(for local: LocalCard, in book: any RemoteBook) -> CardAddress {
        let name = local.card.contents.fileName
        var address = book.address(forNew: name)
        if !taken.insert(address).inserted { address = book.address(forNew: "\(name)-\(local.record.number)") }
        if let uid = local.card.uid { addresses[uid] = address }
        return address
    }

    /// Returns the address of another card with the same UID.
    func sameUID(as local: LocalCard) -> CardAddress? { local.card.uid.flatMap { addresses[$0] } }
}
