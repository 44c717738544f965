import Localization

/// A data source for photos and pictures, identified by the hash of their content.
public protocol BlobDataSource: Sendable {
    func read(_ id: BlobID) async throws -> [UInt8]
    /// Stores the bytes once and returns their ID. A dry run stores nothing.
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
                .failed, "The photo is not in the data store.", why: "The file \(id.rawValue) is gone.",
                next: "Bring it back from a backup, or set another photo.")
        case .changed(let id):
            ErrorReport(
                .failed, "The photo is damaged.", why: "The file \(id.rawValue) is not what was stored.",
                next: "Bring it back from a backup, or set another photo.")
        case .tooLarge(let bytes, let limit):
            ErrorReport(
                .failed, "The photo is too large: \(bytes) bytes.", why: "At most \(limit) are kept.",
                next: "Make it smaller.")
        case .notAnImage(let path):
            ErrorReport(
                .failed, "\(path) is no photo.", why: "It is none of JPEG, PNG, GIF, WebP or HEIF.",
                next: "Choose another file.")
        case .unreadable(_, let reason):
            ErrorReport(.failed, "The photo could not be read.", why: reason)
        case .unwritable(let reason):
            ErrorReport(.failed, "The photo could not be kept; nothing was changed.", why: reason)
        }
    }
}
