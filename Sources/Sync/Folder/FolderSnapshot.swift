import FileIO
import Text

/// The properties of a file that change when its content changes.
struct FileStamp: Hashable {
    private let bytes: Int
    private let modified, changed: Duration
    private let inode: UInt

    init(_ entry: FileSystem.Entry) {
        (bytes, modified, changed, inode) = (entry.bytes, entry.modified, entry.changed, entry.inode)
    }

    /// Returns whether a later change would change the stamp. File times have a limited resolution.
    func isSettled(at time: Duration) -> Bool { time - max(modified, changed) > .seconds(2) }

    fileprivate var text: String {
        let times = [modified, changed].map { "\($0.components.seconds).\($0.components.attoseconds / 1_000_000_000)" }
        return "\(bytes) \(times[0]) \(times[1]) \(inode)"
    }
}

/// The stamps and ETags of the files in a folder.
struct FolderSnapshot {
    private var files: [String: (stamp: String, tag: ETag)] = [:]

    init() {}

    init?(_ token: SyncToken) {
        let lines = token.rawValue.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first.map(String.init) == Self.version else { return nil }
        for line in lines.dropFirst() {
            let parts = line.split(separator: "\t").map(String.init)
            if parts.count == 3 { files[parts[2]] = (parts[1], ETag(rawValue: parts[0])) }
        }
    }

    mutating func add(_ name: String, _ stamp: FileStamp, _ tag: ETag) {
        // Files with unusual names are read each time.
        if name.utf8.allSatisfy({ $0 >= 0x20 }) { files[name] = (stamp.text, tag) }
    }

    func tag(of name: String, _ stamp: FileStamp) -> ETag? {
        guard let file = files[name], file.stamp == stamp.text else { return nil }
        return file.tag
    }

    var token: SyncToken {
        let lines = files.sorted { $0.key < $1.key }.map { "\($0.value.tag.rawValue)\t\($0.value.stamp)\t\($0.key)" }
        return SyncToken(rawValue: ([Self.version] + lines).joined(separator: "\n"))
    }

    private static let version = "1"
}

extension ETag {
    /// Creates the ETag of a file with this content.
    init(ofFile bytes: [UInt8]) {
        self.init(rawValue: "\(bytes.count)-\(String(FNV1a(bytes).value, radix: 16))")
    }
}
