import Model

/// The columns that a table of contacts needs: `include` every card, then write them all.
public struct ContactCSVLayout: Hashable, Sendable {
    /// How many of each field with several values there are at most, at least one.
    private(set) var counts = several.map { _ in 1 }

    public init() {}

    public mutating func include(_ card: ContactCard) {
        for (index, field) in Self.several.enumerated() {
            counts[index] = max(counts[index], field.value.count(in: card.person))
        }
    }

    static let singles = fields(.single)
    static let several = fields(.labeled)
    static let postal = ["Label", "Street", "City", "Region", "Postal Code", "Country"]
    private static let labeled = ["Label", "Value"]

    private static func fields(_ shape: EditableField<Person>.Shape) -> [EditableField<Person>] {
        Person.fields.filter { $0.heading != nil && $0.shape == shape }
    }

    /// As Google Contacts calls them, with some of our own.
    var headings: [String] {
        Self.singles.compactMap(\.heading) + ["Notes", "Labels"]
            + zip(Self.several, counts).flatMap { field, count in
                (1...count).flatMap { number in
                    Self.parts(of: field).map { "\(field.heading ?? "") \(number) - \($0)" }
                }
            } + ["UID"]
    }

    static func parts(of field: EditableField<Person>) -> [String] {
        if case .addresses = field.value { postal } else { labeled }
    }
}
