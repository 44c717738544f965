/// A photo of a person or a picture of a planet in a supported image format.
public struct Photo: Hashable, Sendable {
    public let bytes: [UInt8]
    public let type: ImageType
}

extension Photo: BlobConvertible {
    /// - Throws: `BlobProblem.notAnImage` if the format is not supported.
    public init(bytes: [UInt8], named name: String = "The photo") throws(BlobProblem) {
        guard let type = ImageType(bytes) else { throw .notAnImage(name: name) }
        self.bytes = bytes
        self.type = type
    }
}
