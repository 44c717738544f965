import AlmanacStore
import Interchange
import Model
import Synchronization

/// The photos that an import brings: their files are there before the rows that name them, and gone if the import is.
final class ImportedPhotos: Sendable {
    let isDryRun: Bool
    private let store: PersistentDataStore
    private let made = Mutex<Set<BlobID>>([])

    init(store: PersistentDataStore, isDryRun: Bool) {
        self.store = store
        self.isDryRun = isDryRun
    }

    /// The name of the photo; nil if it is none that is kept.
    func keep(_ photo: CardPhoto) throws -> BlobID? {
        guard photo.bytes.count <= BlobID.maximumBytes,
            let id = BlobID(rawValue: SHA256.hex(of: photo.bytes))
        else { return nil }
        if isDryRun || store.isWhole(id) { return id }
        do {
            try store.save(photo.bytes, as: id)
        } catch {
            throw BlobProblem(error)
        }
        made.withLock { _ = $0.insert(id) }
        return id
    }

    /// The card as it was read, with the photo that was taken out of it.
    func whole(_ incoming: IncomingCard) -> ContactCard {
        var card = incoming.card
        card.photo = incoming.content.photo.flatMap { try? store.load($0) }.flatMap(CardPhoto.init)
        return card
    }

    /// Takes away what was written, since nothing has come of it.
    func discard() {
        for id in made.withLock({ $0 }) { store.remove(id) }
    }
}
