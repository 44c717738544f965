import Interchange
import Model
import SQLite

/// Takes contacts and catalogues into a store: all that comes in one command is one transaction and one step.
public struct ImportStore: ImportDataSource {
    let database: Database
    let clock: StoreClock
    let blobs: PersistentDataStore

    public func take(_ streams: [ContactStream], by plan: ImportPlan) async throws -> ImportReport {
        let photos = ImportedPhotos(store: blobs, isRehearsed: Deed.current?.isRehearsed ?? false)
        do {
            return try await database.recording(clock) { connection in
                var importing = Importing(plan, photos: photos, in: connection)
                let report = try importing.take(streams)
                if report.isOpen || photos.isRehearsed { throw Unkept(report: report) }
                return report
            }
        } catch let unkept as Unkept {
            photos.discard()
            return unkept.report
        } catch {
            photos.discard()
            throw error
        }
    }

    public func take(_ catalogues: [CatalogueStream], by plan: CataloguePlan) async throws -> CatalogueReport {
        let isRehearsed = Deed.current?.isRehearsed ?? false
        do {
            return try await database.recording(clock) { connection in
                var importing = CatalogueImporting(plan, in: connection)
                let report = try importing.take(catalogues)
                if isRehearsed { throw UnkeptCatalogue(report: report) }
                return report
            }
        } catch let unkept as UnkeptCatalogue {
            return unkept.report
        }
    }
}

/// Undoes everything and brings out what it would have been.
private struct Unkept: Error {
    let report: ImportReport
}

private struct UnkeptCatalogue: Error {
    let report: CatalogueReport
}
