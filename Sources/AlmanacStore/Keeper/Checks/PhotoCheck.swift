import Model
import SQLite

/// Whether every photo that a record names is there and as it was stored, and whether there are others. Those of the last
/// day do not count: a photo is written before its row, and stays until the next tidying when another takes its place.
struct PhotoCheck: StoreCheck {
    let store: PersistentDataStore
    let clock: StoreClock

    func findings(in connection: Connection) throws -> [Finding] {
        let uses = try PhotoUse.all(on: connection)
        let used = Set(uses.compactMap(\.id))
        let now = clock.milliseconds()
        let unused = try store.ids().filter { id in
            try !used.contains(id) && FileSystem.entry(store.path(id))?.isOlderThanADay(now) ?? false
        }
        return uses.compactMap(finding)
            + unused.map { id in
                Finding(.photoUnused, "The photo \(id.rawValue) belongs to no record.")
            }
    }

    private func finding(_ use: PhotoUse) -> Finding? {
        guard let id = use.id else {
            return Finding(.photoMissing, "\(use.address) names a photo that cannot be: “\(use.name)”.")
        }
        do throws(BlobProblem) {
            _ = try store.load(id)
            return nil
        } catch .missing {
            return Finding(.photoMissing, "The photo of \(use.address) is gone: \(id.rawValue).")
        } catch .changed {
            return Finding(.photoChanged, "The photo of \(use.address) is not what was stored: \(id.rawValue).")
        } catch {
            return Finding(.photoMissing, "The photo of \(use.address) cannot be read. \(error)")
        }
    }
}
