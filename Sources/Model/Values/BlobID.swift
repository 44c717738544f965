/// The name of a blob in the persistent data store: the SHA-256 of its bytes in lower-case hexadecimal.
public struct BlobID: RawRepresentable, Hashable, Codable, Sendable {
    /// The most bytes that are kept under one name: 10 MB.
    public static let maximumBytes = 10 << 20

    public let rawValue: String

    /// Nil for anything that is not 64 hexadecimal digits, so that no name can leave the folder.
    public init?(rawValue: String) {
        let isHex = rawValue.utf8.allSatisfy {
            ("0"..."9").contains(Character(UnicodeScalar($0))) || ("a"..."f").contains(Character(UnicodeScalar($0)))
        }
        guard rawValue.utf8.count == 64, isHex else { return nil }
        self.rawValue = rawValue
    }
}
