import Interchange
import Model
import SQLite

/// A data source that imports contacts and catalogs. Each import is one transaction.
public struct ImportStore: ImportDataSource {
    let database: StoreDatabase
    let clock: StoreClock
    let blobs: PersistentDataStore

    public func importContacts(
        _ streams: [ContactStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) async throws -> ImportReport {
        let photos = ImportedPhotos(store: blobs, isDryRun: context.isDryRun)
        do {
            let report = try await database.recording(
                in: context, at: clock, isKept: { !$0.isOpen }, collects: false
            ) { connection in
                var importer = try CardImporter(
                    onDuplicate: decisions, reportingTo: listener, photos: photos, in: connection)
                return try importer.importCards(from: streams)
            }
            if report.isOpen { photos.discard() }
            return report
        } catch {
            photos.discard(after: error)
            throw error
        }
    }

    public func importCatalogs(
        _ catalogs: [CatalogStream], reportingTo listener: ImportListener, in context: CommandContext
    ) async throws -> CatalogReport {
        try await database.recording(in: context, at: clock, collects: false) { connection in
            var importer = CatalogImporter(reportingTo: listener, in: connection)
            return try importer.importRows(of: catalogs)
        }
    }
}
