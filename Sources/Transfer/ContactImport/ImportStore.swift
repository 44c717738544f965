import AlmanacStore
import Interchange
import Model
import SQLite

/// Takes contacts and catalogues into a store: all that comes in one command is one transaction and one step.
public struct ImportStore: ImportDataSource {
    let database: StoreDatabase
    let clock: StoreClock
    let blobs: PersistentDataStore

    public func take(
        _ streams: [ContactStream], onDuplicate known: OnDuplicate?, telling listener: ImportListener
    ) async throws -> ImportReport {
        let photos = ImportedPhotos(store: blobs, isDryRun: CommandContext.current?.isDryRun ?? false)
        do {
            return try await database.recording(clock) { connection in
                var importing = CardImporter(onDuplicate: known, telling: listener, photos: photos, in: connection)
                let report = try importing.take(streams)
                if report.isOpen || photos.isDryRun { throw ImportRollback(report: report) }
                return report
            }
        } catch let unkept as ImportRollback<ImportReport> {
            photos.discard()
            return unkept.report
        } catch {
            photos.discard()
            throw error
        }
    }

    public func take(_ catalogs: [CatalogStream], telling listener: ImportListener) async throws -> CatalogReport {
        let isDryRun = CommandContext.current?.isDryRun ?? false
        do {
            return try await database.recording(clock) { connection in
                var importing = CatalogImporter(telling: listener, in: connection)
                let report = try importing.take(catalogs)
                if isDryRun { throw ImportRollback(report: report) }
                return report
            }
        } catch let unkept as ImportRollback<CatalogReport> {
            return unkept.report
        }
    }
}

/// Undoes everything and brings out what it would have been.
private struct ImportRollback<Report: Sendable>: Error {
    let report: Report
}
