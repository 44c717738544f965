import Localization

/// What a whole backup was restored to, and where the store before it was kept.
public struct RestoreReport: Hashable, Sendable {
    public let path: String
    public let counts: [Kind: Int]
    public let photos: Int
    /// Those that are not in the store and cannot be taken from beside the backup; before a restore, those that are in neither.
    public let photosMissing: Int
    /// The backup of what there was before; nil if there was nothing.
    public let before: String?

    public init(path: String, counts: [Kind: Int], photos: Int, photosMissing: Int, before: String?) {
        self.path = path
        self.counts = counts
        self.photos = photos
        self.photosMissing = photosMissing
        self.before = before
    }
}

/// What became of one record that was taken out of a backup.
public struct RestoredRecord: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// It is as it was.
        case changed
        /// It was so already.
        case unchanged
        case broughtBack
    }

    public let record: RecordReference
    public let outcome: Outcome
    /// What could not come along, each as a sentence.
    public let left: [Message]

    public init(record: RecordReference, outcome: Outcome, left: [Message]) {
        self.record = record
        self.outcome = outcome
        self.left = left
    }
}
