import FileIO
import Localization
import Model
import SQLite

/// A check that the photos of all records exist, as files or in a single-file backup, and that no photos are unused.
/// The deep check also verifies the content of each photo file; the quick check does so only for files of invalid size.
///
/// Unused photos that are less than a day old are ignored, because a photo is written before the row that refers to it.
struct PhotoCheck: StoreCheck {
    var part: Title { "photos" }
    let store: PersistentDataStore
    let clock: StoreClock
    let depth: CheckDepth

    func findings(in connection: Connection) throws -> [Finding] {
        let uses = try PhotoUse.all(on: connection)
        let used = Set(try PhotoUse.named(on: connection))
        let now = clock.milliseconds()
        let unused = try store.ids().filter { id in
            try !used.contains(id) && FileSystem.entry(store.path(id))?.isOlderThanADay(now) ?? false
        }
        let packed = try PhotoArchive(of: connection)?.ids() ?? []
        return try uses.filter { $0.id.map { !packed.contains($0) } ?? true }.compactMap(finding)
            + unused.map { id in
                Finding(.photoUnused, "The photo \(id.rawValue) is not used by any record.")
            }
    }

    private func finding(_ use: PhotoUse) throws -> Finding? {
        guard let id = use.id else {
            return Finding(.photoMissing, "\(use.recordID) has an invalid photo name: “\(use.name)”.")
        }
        guard let entry = try FileSystem.entry(store.path(id)), entry.sort == .file else {
            return Finding(.photoMissing, "The photo of \(use.recordID) is missing: \(id.rawValue).")
        }
        let isSuspicious = entry.bytes == 0 || entry.bytes > BlobID.maximumBytes
        return depth == .deep || isSuspicious ? look(at: id, of: use.recordID) : nil
    }

    private func look(at id: BlobID, of recordID: RecordID) -> Finding? {
        do throws(BlobProblem) {
            _ = try store.load(id, as: [UInt8].self)
            return nil
        } catch .missing {
            return Finding(.photoMissing, "The photo of \(recordID) is missing: \(id.rawValue).")
        } catch .changed {
            return Finding(.photoChanged, "The photo of \(recordID) is damaged: \(id.rawValue).")
        } catch {
            return Finding(.photoMissing, "Cannot read the photo of \(recordID). \(error)")
        }
    }
}

/// A check that only the owner can access the files (mode 0600) and folders (mode 0700) or, if the database is shared,
/// only the owner and the group.
struct PermissionCheck: StoreCheck {
    var part: Title { "permissions" }
    let location: StoreLocation

    func findings(in connection: Connection) throws -> [Finding] {
        try exposed().map { path, permissions in
            let mode = String(permissions, radix: 8)
            return Finding(.exposed, "\(path) is accessible to other users (mode 0\(mode)).")
        }
    }

    /// Returns the files and folders that other users can access, with their modes.
    func exposed() throws -> [(path: String, permissions: UInt32)] {
        let places = [location.path] + location.companions + [location.photos, location.backups]
        let inner = [location.photos, location.backups].flatMap { folder in
            ((try? FileSystem.names(in: folder)) ?? []).map { "\(folder)/\($0)" }
        }
        let allowed = location.allowedPermissions
        return try (places + inner).compactMap { path in
            guard let entry = try FileSystem.entry(path), entry.sort != .link else { return nil }
            return entry.permissions & 0o777 & ~allowed == 0 ? nil : (path, entry.permissions)
        }
    }
}
