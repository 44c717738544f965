import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// Maintenance of a database that is in use or too damaged to open.
struct DatabaseMaintainerTests {
    let folder: TemporaryFolder
    let store: Store
    let maintenance: DatabaseMaintainer

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
        maintenance = DatabaseMaintainer(of: folder.location)
    }

    private func expectFinding(_ name: Finding.Name, _ text: String) async throws {
        let findings = try await maintenance.check(.deep)
        #expect(findings.contains { $0.name == name && $0.detail.contains(text) }, "\(findings.prefix(3))")
    }

    @Test("A deep check during concurrent writes reports no findings", .long("deep checks during writes"))
    func busy() async throws {
        let store = store
        let maintenance = maintenance
        try await withThrowingTaskGroup { group in
            group.addTask {
                var leia = try await store.persons.add(Person())
                while !Task.isCancelled {
                    leia = try await store.persons.update(leia.id, version: leia.version, to: leia.content.renamed())
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            for _ in 1...(Soak.isOn ? 5 : 1) { #expect(try await maintenance.check(.deep) == []) }
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    @Test(
        "F5 Leftovers of interrupted backups are removed after a day, and other files are kept")
    func leftovers() async throws {
        let making = AtomicFile(folder.file("backup.db"))
        for name in [FileSystem.name(of: making.path), FileSystem.name(of: making.path) + "-journal", ".profile"] {
            try folder.write([1], to: name)
        }
        let before = try folder.names()
        try await maintenance.cleanUp()
        #expect(try folder.names() == before)
        let tomorrow = StoreClock.system.milliseconds() + 25 * 3600 * 1000
        try await DatabaseMaintainer(
            of: folder.location, clock: StoreClock(milliseconds: { tomorrow }, sleep: { _ in })
        ).cleanUp()
        #expect(try folder.names() == before.filter { !$0.hasPrefix(".backup.db") })
    }

    @Test("damaged-page: a database with many overwritten pages is reported")
    func ruin() async throws {
        store.close()
        let file = open(folder.location.path, O_WRONLY)
        defer { close(file) }
        let noise = [UInt8](repeating: 0xFF, count: 30 * 4096)
        #expect(pwrite(file, noise, noise.count, 4096) == noise.count)
        try await expectFinding(.damagedPage, "SQLite reports")
    }

}

extension Person {
    fileprivate func renamed() -> Person {
        var person = self
        person.name.given += "a"
        return person
    }
}
