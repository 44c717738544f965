import FileIO
import Model

/// Which photos a backup was given, a line each: the SHA-256 and the size in bytes. With it a backup whose photos went
/// astray is told from one of a store that had lost them itself.
struct PhotoManifest: Hashable {
    private(set) var sizes: [BlobID: Int] = [:]

    init() {}

    mutating func add(_ id: BlobID, bytes: Int) { sizes[id] = bytes }

    // MARK: - As a file

    private static let limit = 256 << 20

    private static func path(in folder: String) -> String { "\(folder)/manifest" }

    /// Nil when the folder has none, being that of a store and not of a backup; a line that is none of its own is damage.
    init?(in folder: String) throws {
        let path = Self.path(in: folder)
        guard try FileSystem.entry(path) != nil else { return nil }
        let text = String(decoding: try File.open(path).read(upTo: Self.limit), as: UTF8.self)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let id = BlobID(rawValue: String(words[0])), let size = Int(words[1]) else {
                throw StoreProblem.damaged(detail: "\(path) holds what is no line of a manifest.")
            }
            sizes[id] = size
        }
    }

    func write(in folder: String) throws(SystemError) {
        let lines = sizes.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)\n" }
        let file = try File.create(Self.path(in: folder))
        try file.write(Array(lines.joined().utf8))
        try file.synchronize()
        try File.open(folder).synchronize()
    }
}
