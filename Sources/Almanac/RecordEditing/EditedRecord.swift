import Model

/// What came of editing a whole record as a text.
enum EditedRecord: Hashable, Sendable {
    case saved(RecordID)
    case untouched
    /// Nothing was left in the text.
    case emptied
}
