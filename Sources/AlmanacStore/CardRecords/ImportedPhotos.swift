import Interchange
import Model
import Synchronization

/// The photos of an import. Their files are written before the records and removed if nothing is imported.
final class ImportedPhotos: Sendable {
    let isDryRun: Bool
    let store: PersistentDataStore
    private let made = Mutex<Set<BlobID>>([])

    init(store: PersistentDataStore, isDryRun: Bool) {
        self.store = store
        self.isDryRun = isDryRun
    }

    /// Saves a photo, except in a dry run.
    ///
    /// - Returns: The ID of the photo, or `nil` if the photo is too large.
    func save(_ photo: Photo) throws -> BlobID? {
        guard photo.bytes.count <= BlobID.maximumBytes else { return nil }
        let (id, isNew) = try store.store(photo, isDryRun: isDryRun)
        if isNew { made.withLock { _ = $0.insert(id) } }
        return id
    }

    /// Returns the card of a contact with the bytes of its photo.
    func restored(_ contact: CardContact) -> ContactCard {
        var card = contact.card
        card.photo = contact.person.photo.flatMap { try? store.load($0, as: Photo.self) }
        return card
    }

    /// Removes the new photos after an error, unless the records may have been written.
    func discard(after error: any Error) {
        switch error as? StoreProblem {
        // `cleanUp` removes unused files later.
        case .savedUnconfirmed, .unknownOutcome: return
        default: discard()
        }
    }

    func discard() {
        for id in made.withLock({ $0 }) { store.remove(id) }
    }
}
