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
        let names = created.flatMap { [$0.card.contents.fileName, Self.numberedName(of: $0)] }
        let addresses = Set(names.map { run.book.address(forNew: $0) })
        taken.formUnion(try await run.store.cards(at: Array(addresses)).keys)
        for (uid, match) in try await run.matches(of: created.map(\.card)) {
            if case .synced(let synced) = match { self.addresses[uid] = synced.link.address }
        }
    }

    /// Returns a free address: the UID as a name, followed by the number of the record and then by letters while another
    /// card has that name.
    mutating func newAddress(for local: LocalCard, in book: any RemoteBook) -> CardAddress {
        var address = book.address(forNew: local.card.contents.fileName)
        var name = Self.numberedName(of: local)
        while !taken.insert(address).inserted {
            address = book.address(forNew: name)
            name += "x"
        }
        if let uid = local.card.uid { addresses[uid] = address }
        return address
    }

    private static func numberedName(of local: LocalCard) -> String {
        "\(local.card.contents.fileName)-\(local.record.number)"
    }

    /// Returns the address of another card with the same UID.
    func sameUID(as local: LocalCard) -> CardAddress? { local.card.uid.flatMap { addresses[$0] } }
}
