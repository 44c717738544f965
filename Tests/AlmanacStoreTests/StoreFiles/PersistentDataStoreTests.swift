import FileIO
import Glibc
import Model
import TestSupport
import Testing
@testable import AlmanacStore

struct PersistentDataStoreTests {
    let folder: TemporaryFolder
    let store: PersistentDataStore

    init() throws {
        folder = try TemporaryFolder()
        store = PersistentDataStore(folder: folder.file("photos"))
    }

    @Test("Blobs of various sizes round-trip", arguments: [0, 1, 64, 65_536, 200_000])
    func roundTrip(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let id = try await store.store(bytes)
        #expect(try await store.load(id) == bytes)
        #expect(store.holds(id))
    }

    @Test("Equal blobs are stored once, and different blobs are stored separately")
    func once() async throws {
        let first = try await store.store([1, 2, 3])
        #expect(try await store.store([1, 2, 3]) == first)
        let second = try await store.store([1, 2])
        #expect(try store.ids() == [first, second].sorted { $0.rawValue < $1.rawValue })
    }

    @Test("Blob files and folders are private, and a write leaves no other files")
    func privacy() async throws {
        let id = try await store.store([1])
        let path = "photos/\(id.rawValue.prefix(2))/\(id.rawValue)"
        #expect(try folder.permissions("photos") == 0o700)
        #expect(try folder.permissions("photos/\(id.rawValue.prefix(2))") == 0o700)
        #expect(try folder.permissions(path) == 0o600)
        #expect(try FileSystem.names(in: folder.file("photos/\(id.rawValue.prefix(2))")) == [id.rawValue])
    }

    @Test("Blobs written concurrently are read back completely")
    func concurrency() async throws {
        let blobs = (0..<8).map { [UInt8](repeating: $0, count: 10_000) }
        try await withThrowingTaskGroup { group in
            for index in 0..<40 {
                group.addTask {
                    let bytes = blobs[index % blobs.count]
                    let id = try await store.store(bytes)
                    #expect(try await store.load(id) == bytes)
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.ids().count == blobs.count)
    }

    @Test("A photo in a supported format round-trips, and other bytes are not loaded as a photo")
    func photos() async throws {
        let photo = try Photo(bytes: Array("GIF89a".utf8))
        let id = try store.store(photo, in: .test)
        #expect(try store.load(id, as: Photo.self) == photo)
        let text = try await store.store([1])
        #expect(throws: BlobProblem.notAnImage(name: "The photo \(text.rawValue)")) {
            try store.load(text, as: Photo.self)
        }
        #expect(throws: BlobProblem.notAnImage(name: "text.txt")) { try Photo(bytes: [1], named: "text.txt") }
    }

    @Test("Reading a removed blob throws “missing”")
    func removal() async throws {
        let id = try await store.store([1])
        store.remove(id)
        #expect(throws: BlobProblem.missing(id)) { try store.load(id, as: [UInt8].self) }
    }

    @Test("Adopting the files of another data store skips names that already exist")
    func adoption() async throws {
        let (folder, link, missing) = (
            try await store.store([1]), try await store.store([2]), try await store.store([3])
        )
        let copy = PersistentDataStore(folder: self.folder.file("copy"))
        for id in [folder, link] { try FileSystem.makeFolder(FileSystem.folder(of: copy.path(id))) }
        mkdir(copy.path(folder), 0o700)
        symlink(self.folder.file("nowhere"), copy.path(link))
        try copy.adoptAll(of: store)
        #expect(try FileSystem.entry(copy.path(folder))?.sort == .folder)
        #expect(try FileSystem.entry(copy.path(link))?.sort == .link)
        #expect(copy.isIntact(missing))
    }

    // MARK: - Faults of the original data store

    @Test("Empty data can be stored")
    func emptyData() async throws {
        let id = try await store.store([])
        #expect(try await store.load(id) == [])
        #expect(store.holds(id))
    }

    @Test("Reading a missing file throws “missing”")
    func missing() async throws {
        let id = try await store.store([1])
        unlink(store.path(id))
        await #expect(throws: BlobProblem.missing(id)) { try await store.load(id) }
        #expect(!store.holds(id))
    }

    @Test(
        "Reading a changed file throws “changed”, and writing the data again repairs the file",
        arguments: [
            [], [1, 2], [1, 2, 4], [1, 2, 3, 4],
        ] as [[UInt8]])
    func changed(bytes: [UInt8]) async throws {
        let id = try await store.store([1, 2, 3])
        unlink(store.path(id))
        try File.create(store.path(id)).write(bytes)
        await #expect(throws: BlobProblem.changed(id)) { try await store.load(id) }
        #expect(try await store.store([1, 2, 3]) == id)
        #expect(try await store.load(id) == [1, 2, 3])
    }

    @Test(
        "Reading a symbolic link or a folder throws “unreadable”"
    )
    func unreadable() async throws {
        let id = try await store.store([1])
        rename(store.path(id), folder.file("elsewhere"))
        symlink(folder.file("elsewhere"), store.path(id))
        await #expect(
            throws: BlobProblem.unreadable(id, reason: "The system reports: Too many levels of symbolic links.")
        ) {
            try await store.load(id)
        }
        unlink(store.path(id))
        mkdir(store.path(id), 0o700)
        await #expect(throws: BlobProblem.unreadable(id, reason: "The system reports: Is a directory.")) {
            try await store.load(id)
        }
    }

    // MARK: - Errors and sweeping

    @Test("Writing a blob over 10 MB, or to a folder that cannot be created, is an error")
    func refusals() async throws {
        let limit = BlobID.maximumBytes
        await #expect(throws: BlobProblem.tooLarge(bytes: limit + 1, limit: limit)) {
            try await store.store([UInt8](repeating: 0, count: limit + 1))
        }
        try folder.write([], to: "photos")
        await #expect(throws: BlobProblem.unwritable(reason: "The system reports: Not a directory.")) {
            try await store.store([1])
        }
    }

    @Test("Sweeping removes leftovers and unused blobs that are older than a day")
    func sweeping() async throws {
        let (used, unused) = (try await store.store([1]), try await store.store([2]))
        let making = AtomicFile(store.path(used))
        try File.create(making.path).write([1])
        let before = try store.ids()

        try store.sweep(keeping: [used], clock: .system)
        #expect(try store.ids() == before)
        #expect(try FileSystem.entry(making.path) != nil)

        let tomorrow = StoreClock.system.milliseconds() + 90_000_000
        try store.sweep(keeping: [used], clock: StoreClock(milliseconds: { tomorrow }, sleep: { _ in }))
        #expect(try store.ids() == [used])
        #expect(try FileSystem.entry(making.path) == nil)
        #expect(!store.holds(unused))
    }
}

struct ImageTypeTests {
    @Test(
        "The image type is detected from the first bytes",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .png),
            (Array("GIF87a...".utf8), .gif), (Array("GIF89a".utf8), .gif),
            (Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8), .webp),
            ([0, 0, 0, 24] + Array("ftypheic".utf8), .heif), ([0, 0, 0, 24] + Array("ftypmif1".utf8), .heif),
        ] as [([UInt8], ImageType)])
    func images(bytes: [UInt8], type: ImageType) {
        #expect(ImageType(bytes) == type)
        #expect(ImageType(bytes[...].dropLast(0)) == type)
    }

    @Test(
        "Data of other types is not recognized as an image",
        arguments: [
            [], [0xFF, 0xD8], Array("GIF88a".utf8), Array("RIFF....WAVE".utf8), Array("<svg>".utf8),
            Array("....ftypisom".utf8),
            Array("%PDF-1.7".utf8), Array("RIFF".utf8),
        ] as [[UInt8]])
    func others(bytes: [UInt8]) {
        #expect(ImageType(bytes) == nil)
    }
}
