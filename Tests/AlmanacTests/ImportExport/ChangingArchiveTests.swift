import Almanac
import AlmanacStore
import Model
import Navigation
import TestSupport
import Testing

@Suite("Consistency of full exports")
struct ChangingArchiveTests {
    /// A data source that adds a person after each page is read.
    private struct ChangingArchive: ArchiveDataSource {
        let store: Store

        func items(from place: ArchivePosition, limit: Int) async throws -> ArchivePage {
            let page = try await store.archive.items(from: place, limit: limit)
            _ = try await store.persons.add(Person())
            return page
        }

        func restore(
            in context: CommandContext, _ next: @escaping @Sendable () throws -> ArchiveItem?
        ) async throws -> [Kind: Int] {
            try await store.archive.restore(in: context, next)
        }
    }

    @Test("A full export fails if the database changes during the export")
    func changed() async throws {
        let app = try await TestApp()
        var services = app.services
        services.archive = ChangingArchive(store: app.temporary.store)
        var stage = try await AppState(AppCoordinator(services: services, session: app.session))
        let path = app.temporary.folder + "/all.json"
        await #expect(throws: ArchiveProblem.changedDuringExport) {
            try await stage.send(words: ["export", "--as", "json", "--to", path])
        }
    }
}
