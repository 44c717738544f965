import FileIO
import Model

/// The manifest of a backup, which lists the SHA-256 and the size of each photo, one photo per line.
///
/// The manifest shows whether photos were lost from the backup or were already missing from the database.
struct PhotoManifest: Hashable {
    private(set) var sizes: [BlobID: Int] = [:]

    init(_ sizes: [BlobID: Int]) { self.sizes = sizes }

    // MARK: - File

    private static let limit = 256 << 20

    private static func path(in folder: String) -> String { "\(folder)/manifest" }

    /// Creates a manifest from the file in a folder. Returns `nil` if there is none, as in the photo folder of a
    /// database.
    init?(in folder: String) throws {
        let path = Self.path(in: folder)
        guard try FileSystem.entry(path) != nil else { return nil }
        let text = String(decoding: try File.open(path).read(upTo: Self.limit), as: UTF8.self)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let id = BlobID(rawValue: String(words[0])), let size = Int(words[1]) else {
                throw StoreProblem.damaged(detail: "\(path) contains an invalid line.")
            }
            sizes[id] = size
        }
    }

    func write(in folder: String) throws(SystemError) {
        let lines = sizes.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)\n" }
        let file = try File.create(Self.path(in: folder), isShared: FileSystem.isShared(folder: folder))
        try file.write(Array(lines.joined().utf8))
        try file.synchronize()
        try File.open(folder).synchronize()
    }
}
