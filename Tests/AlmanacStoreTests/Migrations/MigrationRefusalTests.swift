import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The rejection of databases with a different migration list, which are not changed.
struct MigrationRefusalTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A database with a newer schema version is rejected")
    func newer() async throws {
        try folder.makeStore([.stars, .colors])
        try await expectRefusal(
            [.stars], .newer(path: folder.location.path, version: 2, known: 1),
            "It has schema version 2; this program supports 1.")
    }

    @Test("A changed migration is rejected, unless only its comments changed")
    func edited() async throws {
        try folder.makeStore([.stars])
        let commented = Migration(version: 1, name: "stars", sql: "-- Stars.\n" + Migration.stars.sql)
        #expect(folder.problem(.readWrite, [commented]) == nil)
        let edited = Migration(version: 1, name: "stars", sql: Migration.stars.sql + "DELETE FROM world")
        try await expectRefusal([edited], .migrationChanged(version: 1, name: "stars"), "Its checksum differs.")
    }

    @Test("A database with a gap in its migrations is rejected")
    func gap() async throws {
        try folder.makeStore([.stars, .colors])
        try folder.runAsOtherProgram("DELETE FROM migration WHERE version = 1")
        try await expectRefusal(
            [.stars, .colors], .migrationMissing(version: 1), "Migration 1 is missing from the database")
    }

    @Test("A database whose schema version differs from its migration list is rejected")
    func header() async throws {
        try folder.makeStore([.stars, .colors])
        try folder.runAsOtherProgram("DELETE FROM migration WHERE version = 2")
        try await expectRefusal(
            [.stars, .colors], .migrationMissing(version: 2), "Migration 2 is missing from the database")
    }

    @Test("A database with pending migrations is rejected if it is opened read-only")
    func older() async throws {
        try folder.makeStore([.stars])
        let problem = StoreProblem.notMigrated(path: folder.location.path)
        try await expectRefusal([.stars, .colors], problem, "has an older schema version", mode: .readOnly)
    }

    private func expectRefusal(
        _ migrations: [Migration], _ expected: StoreProblem, _ sentence: String, mode: StoreMode = .readWrite
    ) async throws {
        let before = try folder.bytes("store.db")
        let problem = try #require(folder.problem(mode, migrations))
        #expect(problem == expected)
        #expect(problem.description.contains(sentence))
        #expect(try folder.bytes("store.db") == before)
        #expect(try folder.names().filter { $0.contains("before-migration") }.isEmpty)
    }
}
