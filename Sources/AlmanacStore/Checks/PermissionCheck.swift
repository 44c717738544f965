import FileIO
import Localization
import Model
import SQLite

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
