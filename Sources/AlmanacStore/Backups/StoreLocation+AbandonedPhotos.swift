import FileIO

extension StoreLocation {
    // Photos are moved into place before their database.
    /// Whether the photo folder is left over from an interrupted backup or salvage.
    var hasAbandonedPhotos: Bool {
        get throws {
            guard try FileSystem.entry(path) == nil, try FileSystem.entry(photos)?.sort == .folder else { return false }
            let names = try FileSystem.names(in: photos)
            return !names.isEmpty && names.allSatisfy { $0 == PhotoManifest.name || Self.isPhotoFolder($0) }
        }
    }

    /// Returns whether a name is that of a folder for the photos whose hash begins with it, such as `a7`.
    private static func isPhotoFolder(_ name: String) -> Bool {
        name.utf8.count == 2 && UInt8(name, radix: 16) != nil
    }
}
