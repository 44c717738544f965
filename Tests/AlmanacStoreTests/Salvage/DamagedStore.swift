import FoundationEssentials
import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// A small database for tests to damage, with forty persons (two with photos), a group, and a note.
struct DamagedStore {
    let folder: TemporaryFolder
    let maintenance: DatabaseMaintainer
    let blobs: PersistentDataStore
    let photos: [BlobID?]

    init() async throws {
        let original = try await Self.original.value
        folder = try TemporaryFolder()
        for name in try original.folder.names() {
            try FileManager.default.copyItem(atPath: original.folder.file(name), toPath: folder.file(name))
        }
        maintenance = DatabaseMaintainer(of: folder.location)
        blobs = PersistentDataStore(folder: folder.location.photos)
        photos = original.photos
    }

    /// The intact database, which is created once for all tests.
    private static let original = Task { try await populated() }

    /// A folder with a backup of the intact database, which is created once for all tests.
    private static let backup: Task<TemporaryFolder, any Error> = Task {
        let (place, folder) = (try await DamagedStore(), try TemporaryFolder())
        _ = try await place.maintenance.backup(to: folder.file("backup.db"))
        withExtendedLifetime(place) {}
        return folder
    }

    /// Puts a backup of the intact database into the folder and returns its path.
    func putBackup(_ name: String) async throws -> String {
        let source = try await Self.backup.value
        try FileManager.default.copyItem(atPath: source.file("backup.db"), toPath: folder.file(name))
        return folder.file(name)
    }

    private static func populated() async throws -> (folder: TemporaryFolder, photos: [BlobID?]) {
        let folder = try TemporaryFolder()
        let store = try await Store.open(at: folder.location, mode: .createIfMissing)
        defer { store.close() }
        let blobs = [try await store.blobs.store([1]), try await store.blobs.store([2])]
        let persons = (1...40).map { number in
            var person = Person()
            person.name.given = "Leia \(number)"
            person.name.family = String(repeating: "Organa", count: 30)
            person.emails = [Labeled("home", "leia.\(number)@alderaan.example")]
            if number <= 2 { person.photo = blobs[number - 1] }
            return person
        }
        let ids = try await store.persons.add(persons)
        var group = Group()
        group.name = "Rebel Alliance"
        _ = try await store.groups.add(ids, to: try await store.groups.add(group).id)
        var note = Note()
        note.topic = "Plans"
        note.text = "Bring them the plans of the Death Star."
        note.subject = ids[0].recordID
        _ = try await CommandContext.$current.withValue(CommandContext("note persons/1", by: nil)) { [note] in
            try await store.notes.add(note)
        }
        return (folder, blobs)
    }

    func expect(_ depth: CheckDepth, _ name: Finding.Name, _ text: String) async throws {
        let findings = try await maintenance.check(depth)
        #expect(findings.contains { $0.name == name && $0.detail.contains(text) }, "\(findings.prefix(3))")
    }

    /// Overwrites a leaf page of a table or an index, as a failing disk would.
    func overwrite(pageOf name: String, from offset: Int, with byte: UInt8, last: Bool = false) throws {
        let page = try Connection(at: folder.location.path, mode: .readOnly).first(
            """
            SELECT \(last ? "max" : "min")(pageno) FROM dbstat WHERE name = ?1 AND pagetype = 'leaf'
            """, { $0[1] = name }
        ) { $0[0] as Int }
        var bytes = try folder.bytes("store.db")
        for place in offset..<4096 { bytes[(try #require(page) - 1) * 4096 + place] = byte }
        try folder.write(bytes, to: "store.db")
        chmod(folder.location.path, 0o600)
    }

    /// Changes a key in an index, as a disk error or a bug in SQLite could.
    func breakIndex() throws {
        let connection = try Connection(at: folder.location.path, mode: .readWrite)
        let root = try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = 'person_by_given'") {
            $0[0] as Int
        }
        try flip("leia 17 organa", to: "leia 71 organa", inIndexAt: root)
    }

    /// Replaces the first occurrence of a string in the database file.
    ///
    /// - Parameter root: The page from which only index pages are searched, or `nil` to search the whole file.
    func flip(_ old: String, to new: String, inIndexAt root: Int? = nil) throws {
        var bytes = try folder.bytes("store.db")
        var parts: [Range<Int>] = [bytes.indices]
        if let root {
            // The first byte of an index page is 2 or 10.
            let starts = stride(from: (root - 1) * 4096, to: bytes.count, by: 4096)
            parts = starts.filter { [2, 10].contains(bytes[$0]) }.map { $0..<$0 + 4096 }
        }
        let place = try #require(parts.lazy.compactMap { bytes[$0].firstRange(of: Array(old.utf8)) }.first)
        bytes.replaceSubrange(place, with: Array(new.utf8))
        try folder.write(bytes, to: "store.db")
        chmod(folder.location.path, 0o600)
    }

    /// Puts the WAL of another open database next to this one.
    func putForeignLog() async throws {
        let other = try TemporaryFolder()
        let otherProgram = try await Store.open(at: other.location, mode: .createIfMissing)
        try await otherProgram.database.writing { connection in
            try connection.execute("UPDATE migration SET almanac = 'another'")
        }
        try folder.write(try other.bytes("store.db-wal"), to: "store.db-wal")
        chmod(folder.location.path + "-wal", 0o600)
        otherProgram.close()
    }

    /// Puts a WAL next to the database, as if a program had been killed after writing to a copy of it.
    /// - Parameter isChanged: Whether the original was changed after it was copied.
    func putBesideLogOfTwin(isChanged: Bool) async throws {
        let other = try TemporaryFolder()
        try other.write(try folder.bytes("store.db"), to: "store.db")
        chmod(other.location.path, 0o600)
        let twin = try await Store.open(at: other.location, mode: .readWrite)
        try await people("Luke", in: twin)
        if isChanged {
            let store = try await Store.open(at: folder.location, mode: .readWrite)
            try await people("Han", in: store)
            store.close()
        }
        try folder.write(try other.bytes("store.db-wal"), to: "store.db-wal")
        chmod(folder.location.path + "-wal", 0o600)
        twin.close()
        // File times have the resolution of a timer tick, and the database file must be newer than the WAL.
        try await Task.sleep(for: .milliseconds(20))
        try folder.write(try folder.bytes("store.db"), to: "store.db")
        chmod(folder.location.path, 0o600)
    }

    private func people(_ name: String, in store: Store) async throws {
        let people = (1...30).map { number in
            var person = Person()
            person.name.given = "\(name) \(number)"
            return person
        }
        _ = try await store.persons.add(people)
    }
}
