import Localization
import Model
import SQLite

/// A check that the last daily backup succeeded, and that no automatic backup was found damaged when it was last
/// verified.
struct BackupCheck: StoreCheck {
    var part: Title { "backups" }
    let folder: BackupFolder

    func findings(in connection: Connection) throws -> [Finding] {
        let damaged = try folder.backups().compactMap { backup in
            backup.verification?.problem.map { problem in
                Finding(.backupDamaged, "The backup \(backup.path) is damaged. \(problem)")
            }
        }
        return damaged
            + (folder.failure.map { failure in
                [Finding(.backupFailed, "The daily backup failed on \(failure.time.rawValue). \(failure.reason)")]
            } ?? [])
    }
}
