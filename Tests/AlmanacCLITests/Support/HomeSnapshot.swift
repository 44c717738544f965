import FoundationEssentials

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

    init(of home: Home) throws {
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
            let path = "\(home.folder)/\(entry.name)"
            if let bytes = entry.bytes {
                try home.write(bytes, to: entry.name)
            } else {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            try FileManager.default.setAttributes([.posixPermissions: entry.permissions], ofItemAtPath: path)
        }
    }
}
