import AlmanacStore
import Interchange
import Model
import Synchronization

/// The photos of an import. Their files are written before the records and removed if nothing is imported.
final class ImportedPhotos: Sendable {
    let isDryRun: Bool
    private let store: PersistentDataStore
    private let made = Mutex<Set<BlobID>>([])

    init(store: PersistentDataStore, isDryRun: Bool) {
        self.store = store
        self.isDryRun = isDryRun
    }

    /// Saves a photo, except in a dry run.
    ///
    /// - Returns: The ID of the photo, or `nil` if the photo is too large.
    func save(_ photo: CardPhoto) throws -> BlobID? {
        guard photo.bytes.count <= BlobID.maximumBytes,
            let id = BlobID(rawValue: SHA256.hex(of: photo.bytes))
        else { return nil }
        if isDryRun || store.isIntact(id) { return id }
        do {
            try store.save(photo.bytes, as: id)
        } catch {
            throw BlobProblem(error)
        }
        made.withLock { _ = $0.insert(id) }
        return id
    }

    func restored(_ incoming: IncomingCard) -> ContactCard {
        var card = incoming.card
        card.photo = incoming.content.photo.flatMap { try? store.load($0) }.flatMap(CardPhoto.init)
        return card
    }

    func discard() {
        for id in made.withLock({ $0 }) { store.remove(id) }
    }
}
