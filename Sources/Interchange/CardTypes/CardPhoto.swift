import Model

/// A picture as a card carries it, its type known by its bytes.
public struct CardPhoto: Hashable, Sendable {
    public let bytes: [UInt8]
    public let type: ImageType

    /// Nil for bytes that are no picture of a known type.
    public init?(_ bytes: [UInt8]) {
        guard let type = ImageType(bytes) else { return nil }
        self.bytes = bytes
        self.type = type
    }
}
