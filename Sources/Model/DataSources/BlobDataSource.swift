import Localization

/// A data source for blobs, such as photos and pictures, identified by the hash of their content.
///
///     let id = try store.blobs.store(photo, in: context)
///     let bytes = try store.blobs.load(id, as: [UInt8].self)
public protocol BlobDataSource: Sendable {
    func load<Value: BlobConvertible>(_ id: BlobID, as type: Value.Type) async throws(BlobProblem) -> Value
    /// Stores a value, unless it is already stored. A dry run stores nothing.
    /// - Returns: The ID of the blob.
    func store(_ value: some BlobConvertible, in context: CommandContext) async throws(BlobProblem) -> BlobID
}

/// A type whose values can be stored as blobs.
public protocol BlobConvertible: Sendable {
    /// Creates a value from the bytes of a blob.
    /// - Parameter name: The name of the file or blob, for errors.
    init(bytes: [UInt8], named name: String) throws(BlobProblem)
    var bytes: [UInt8] { get }
}

extension Array: BlobConvertible where Element == UInt8 {
    public init(bytes: [UInt8], named name: String) { self = bytes }
    public var bytes: [UInt8] { self }
}

public enum BlobProblem: UserFacingError, Hashable {
    case missing(BlobID)
    case changed(BlobID)
    case tooLarge(bytes: Int, limit: Int)
    case notAnImage(name: String)
    case unreadable(BlobID, reason: Message)
    case unwritable(reason: Message)

    public var explanation: ErrorReport {
        switch self {
        case .missing(let id):
            ErrorReport(
                .failed, "The photo file is missing.", why: "The photo folder does not contain \(id.rawValue).",
                next: "Restore it from a backup, or set another photo.")
        case .changed(let id):
            ErrorReport(
                .failed, "The photo is damaged.", why: "The content of \(id.rawValue) has changed.",
                next: "Restore it from a backup, or set another photo.")
        case .tooLarge(let bytes, let limit):
            ErrorReport(
                .failed, "The photo is too large: \(bytes) bytes.", why: "The limit is \(limit) bytes.",
                next: "Choose a smaller image.")
        case .notAnImage(let name):
            ErrorReport(
                .failed, "\(name) is not a supported image.", why: "Supported formats: JPEG, PNG, GIF, WebP, and HEIF.",
                next: "Choose another file.")
        case .unreadable(_, let reason):
            ErrorReport(.failed, "Cannot read the photo.", why: reason)
        case .unwritable(let reason):
            ErrorReport(.failed, "Cannot save the photo.", outcome: "Nothing was changed.", why: reason)
        }
    }
}

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

/// A supported image format.
public enum ImageType: String, Hashable, Sendable, CaseIterable {
    case jpeg, png, gif, webp, heif

    /// Creates the type that matches the first bytes, or returns `nil` if the format is not supported.
    public init?(_ bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(12))
        func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            start.dropFirst(offset).starts(with: signature)
        }
        if begins([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]) {
            self = .png
        } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
            self = .gif
        } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if begins(Array("ftyp".utf8), at: 4),
            Self.heifBrands.contains(String(decoding: start[8...], as: UTF8.self))
        {
            self = .heif
        } else {
            return nil
        }
    }

    /// The brands of HEIF files (ISO/IEC 23008-12, section 10).
    private static let heifBrands: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
}
