import Model

/// What stands in a document beside words, with a sign before it that no word holds.
enum SearchToken {
    /// What a record that belongs to the group or planet is marked by.
    static func belonging(to place: DocumentID) -> String { "∈\(place.rawValue)" }

    /// The digits of a phone number, the last first, so that its end is a beginning.
    static func phone(_ reversed: String) -> String { "☎\(reversed)" }
}
