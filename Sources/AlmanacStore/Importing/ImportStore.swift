import Interchange
import Model
import SQLite

/// Takes contacts and catalogues into a store: all that comes in one command is one transaction and one step.
public struct ImportStore: ImportDataSource {
    let database: Database
    let clock: StoreClock
    let blobs: PersistentDataStore

    public func take(
        _ streams: [ContactStream], onDuplicate known: OnDuplicate?, telling listener: ImportListener
    ) async throws -> ImportReport {
        let photos = ImportedPhotos(store: blobs, isRehearsed: Deed.current?.isRehearsed ?? false)
        do {
            return try await database.recording(clock) { connection in
                var importing = Importing(onDuplicate: known, telling: listener, photos: photos, in: connection)
                let report = try importing.take(streams)
                if report.isOpen || photos.isRehearsed { throw Unkept(report: report) }
                return report
            }
        } catch let unkept as Unkept<ImportReport> {
            photos.discard()
            return unkept.report
        } catch {
            photos.discard()
            throw error
        }
    }

    public func take(_ catalogues: [CatalogueStream], telling listener: ImportListener) async throws -> CatalogueReport {
        let isRehearsed = Deed.current?.isRehearsed ?? false
        do {
            return try await database.recording(clock) { connection in
                var importing = CatalogueImporting(telling: listener, in: connection)
                let report = try importing.take(catalogues)
                if isRehearsed { throw Unkept(report: report) }
                return report
            }
        } catch let unkept as Unkept<CatalogueReport> {
            return unkept.report
        }
    }
}

/// Undoes everything and brings out what it would have been.
private struct Unkept<Report: Sendable>: Error {
    let report: Report
}
