import AlmanacStore
import Interchange
import Model
import SQLite

/// A data source that imports contacts and catalogs, each import in one transaction.
public struct ImportStore: ImportDataSource {
    let database: StoreDatabase
    let clock: StoreClock
    let blobs: PersistentDataStore

    public func take(
        _ streams: [ContactStream], onDuplicate known: OnDuplicate?, telling listener: ImportListener,
        in context: CommandContext
    ) async throws -> ImportReport {
        let photos = ImportedPhotos(store: blobs, isDryRun: context.isDryRun)
        do {
            let report = try await database.recording(
                in: context, at: clock, isKept: { !$0.isOpen }, collects: false
            ) { connection in
                var importing = CardImporter(onDuplicate: known, telling: listener, photos: photos, in: connection)
                return try importing.take(streams)
            }
            if report.isOpen { photos.discard() }
            return report
        } catch {
            photos.discard()
            throw error
        }
    }

    public func take(
        _ catalogs: [CatalogStream], telling listener: ImportListener, in context: CommandContext
    ) async throws -> CatalogReport {
        try await database.recording(in: context, at: clock, collects: false) { connection in
            var importing = CatalogImporter(telling: listener, in: connection)
            return try importing.take(catalogs)
        }
    }
}
