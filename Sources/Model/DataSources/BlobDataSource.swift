import Localization

/// A data source for photos and pictures, identified by the hash of their content.
public protocol BlobDataSource: Sendable {
    func read(_ id: BlobID) async throws -> [UInt8]
    /// Stores a blob, unless it is already stored. A dry run stores nothing.
    /// - Returns: The ID of the blob.
    func write(_ bytes: [UInt8], in context: CommandContext) async throws -> BlobID
    func contains(_ id: BlobID) async -> Bool
}

public enum BlobProblem: UserFacingError, Hashable {
    case missing(BlobID)
    case changed(BlobID)
    case tooLarge(bytes: Int, limit: Int)
    case notAnImage(path: String)
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
        case .notAnImage(let path):
            ErrorReport(
                .failed, "\(path) is not a supported image.", why: "Supported formats: JPEG, PNG, GIF, WebP, and HEIF.",
                next: "Choose another file.")
        case .unreadable(_, let reason):
            ErrorReport(.failed, "Cannot read the photo.", why: reason)
        case .unwritable(let reason):
            ErrorReport(.failed, "Cannot save the photo. Nothing was changed.", why: reason)
        }
    }
}
