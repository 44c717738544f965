import Model
import SQLite

/// Whether every photo that a record names is there and as it was stored, and whether there are others.
struct PhotoCheck: StoreCheck {
    let store: PersistentDataStore

    func findings(in connection: Connection) throws -> [Finding] {
        let uses = try PhotoUse.all(on: connection)
        let used = Set(uses.compactMap(\.id))
        return try uses.compactMap(finding) + store.ids().filter { !used.contains($0) }.map { id in
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
