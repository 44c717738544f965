import Localization

/// How lists are sorted by a field.
public enum FieldOrder: Hashable, Sendable {
    /// By its value, as filters compare it.
    case value
    /// By a column that follows from the record, such as `sort_key`.
    case key(String, mayBeMissing: Bool)
}

/// What the text of a field is to a search.
public enum SearchRole: Hashable, Sendable {
    /// A name of the record, also found as one word: `obrien`.
    case name
    /// A name of the planet catalog, also found without spaces: `kepler16b`.
    case catalogName
    /// The catalog's name of another body.
    case mention
    /// Any other text.
    case word
    /// A text that is ranked before other words.
    case keyword
}

/// Where a field is on the page of its record and in its JSON.
public struct FieldPlace: Hashable, Sendable {
    public enum Audience: Hashable, Sendable { case everybody, programs, nobody }

    public internal(set) var audience = Audience.everybody
    /// The key of the field that it follows; nil for that before it in the declaration.
    public internal(set) var predecessor: String?
    /// Whether it follows the values that are derived from others.
    public internal(set) var isLast = false
}
