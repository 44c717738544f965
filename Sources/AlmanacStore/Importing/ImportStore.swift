import Interchange
import Model
import SQLite

/// Takes contacts into a store: all that comes in one command is one transaction and one step.
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
}

/// Undoes everything and brings out what it would have been.
private struct Unkept: Error {
    let report: ImportReport
}
