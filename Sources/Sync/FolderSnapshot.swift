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

    /// Returns whether any later change to the file would also change the stamp.
    func isSettled(at time: Duration) -> Bool {
        // File times have a limited resolution.
        time - max(modified, changed) > .seconds(2)
    }

    fileprivate var text: String {
        let times = [modified, changed].map { "\($0.components.seconds).\($0.components.attoseconds / 1_000_000_000)" }
        return "\(bytes) \(times[0]) \(times[1]) \(inode)"
    }
}

/// The properties that distinguish a mounted folder from its mount point.
struct FolderIdentity: Hashable {
    fileprivate let text: String

    init(_ entry: FileSystem.Entry) { text = "\(entry.device) \(entry.inode)" }

    fileprivate init(text: String) { self.text = text }
}

/// The stamps and ETags of the files in a folder.
struct FolderSnapshot {
    let identity: FolderIdentity
    private var files: [CardAddress: (stamp: String, tag: ETag)] = [:]

    init(of identity: FolderIdentity) { self.identity = identity }

    init?(_ token: SyncToken) {
        let lines = token.rawValue.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 1, lines[0] == Self.version else { return nil }
        identity = FolderIdentity(text: lines[1])
        for line in lines.dropFirst(2) {
            let parts = line.split(separator: "\t").map(String.init)
            if parts.count == 3 { files[CardAddress(rawValue: parts[2])] = (parts[1], ETag(rawValue: parts[0])) }
        }
    }

    var addresses: Set<CardAddress> { Set(files.keys) }

    /// Adds a file.
    /// - Parameter stamp: The stamp, or `nil` if the file may still be changing.
    mutating func add(_ address: CardAddress, _ stamp: FileStamp?, _ tag: ETag) {
        // Files with control characters in their names are omitted, so they are read each time.
        if address.rawValue.utf8.allSatisfy({ $0 >= 0x20 }) { files[address] = (stamp?.text ?? Self.noStamp, tag) }
    }

    func tag(of address: CardAddress, _ stamp: FileStamp) -> ETag? {
        guard let file = files[address], file.stamp == stamp.text else { return nil }
        return file.tag
    }

    var token: SyncToken {
        let lines = files.sorted { $0.key < $1.key }.map {
            "\($0.value.tag.rawValue)\t\($0.value.stamp)\t\($0.key.rawValue)"
        }
        return SyncToken(rawValue: ([Self.version, identity.text] + lines).joined(separator: "\n"))
    }

    private static let version = "2"
    private static let noStamp = "-"
}
