import FoundationEssentials
import Text

/// A copy of the contents of a home that remains valid after the home is deleted.
struct HomeSnapshot: Sendable {
    private struct Entry {
        let name: String
        /// The contents of a file, or `nil` for a folder.
        let bytes: [UInt8]?
        let permissions: Int
    }

    /// The files and folders. Folders precede their contents.
    private let entries: [Entry]
    private let sessionFile: String

    init(of home: Home) throws {
        sessionFile = home.sessionFile
        entries = try FileManager.default.subpathsOfDirectory(atPath: home.folder).sorted().map { name in
            let path = "\(home.folder)/\(name)"
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            return Entry(
                name: name, bytes: isFolder ? nil : try home.bytes(of: path),
                permissions: attributes[.posixPermissions] as? Int ?? 0o700)
        }
    }

    func copy(to home: Home) throws {
        for entry in entries {
            // A session applies to the path of one database.
            let name = entry.name == sessionFile ? home.sessionFile : entry.name
            let path = "\(home.folder)/\(name)"
            if let bytes = entry.bytes {
                try home.write(bytes, to: name)
            } else {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            try FileManager.default.setAttributes([.posixPermissions: entry.permissions], ofItemAtPath: path)
        }
    }
}

extension Home {
    /// The file of the session in the default database, relative to the home.
    var sessionFile: String { ".local/state/almanac/sessions/\(SHA256.hex(of: Array(store.utf8)))" }
}
