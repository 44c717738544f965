import Localization

/// What a repair has mended, and what it has not.
public struct RepairReport: Hashable, Sendable {
    /// The backup of the store as it was; nil when nothing was wrong.
    public let backup: String?
    /// What was done, each as a sentence.
    public let mended: [Message]
    /// What is still wrong.
    public let left: [Finding]

    public init(backup: String?, mended: [Message], left: [Finding]) {
        self.backup = backup
        self.mended = mended
        self.left = left
    }
}
