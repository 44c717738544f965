/// The order of given and family names in titles.
public enum NameOrder: String, CaseIterable, Hashable, Sendable {
    /// The order of each person: that of the formatted name, the script, or the language of the card.
    case card
    case given
    case family
}

/// The rules for the titles and the sorting of the records in a database.
public struct NameRules: Hashable, Sendable {
    public var order: NameOrder
    /// The language whose alphabet determines the order of lists, as a lowercase ISO 639 code; empty for the order of
    /// the basic letters.
    public var sortLanguage: String

    public init(order: NameOrder = .card, sortLanguage: String = "") {
        self.order = order
        self.sortLanguage = sortLanguage
    }
}
