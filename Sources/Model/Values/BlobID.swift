/// The ID of a blob: the SHA-256 hash of its bytes in lowercase hexadecimal.
public struct BlobID: RawRepresentable, Hashable, Codable, Sendable {
    /// The maximum size of a blob, 10 MiB.
    public static let maximumBytes = 10 << 20

    public let rawValue: String

    /// Creates an ID, or returns `nil` if the string is not exactly 64 lowercase hexadecimal digits. An ID is therefore
    /// a safe file name.
    public init?(rawValue: String) {
        let isHex = rawValue.utf8.allSatisfy {
            ("0"..."9").contains(Character(UnicodeScalar($0))) || ("a"..."f").contains(Character(UnicodeScalar($0)))
        }
        guard rawValue.utf8.count == 64, isHex else { return nil }
        self.rawValue = rawValue
    }
}
