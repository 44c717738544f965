import AlmanacStore
import Synchronization

/// The store of a run, closed before the program ends whoever else still holds it: its log is then folded back, so that an
/// idle store is one file.
final class OpenedStore: Sendable {
    private let store = Mutex<Store?>(nil)

    func keep(_ opened: Store) {
        store.withLock { $0 = opened }
    }

    func close() {
        store.withLock { $0 }?.close()
    }
}
