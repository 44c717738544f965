/// Something of a record that a filter can ask for, whatever table it is kept in.
public struct FilterField: Hashable, Sendable {
    public enum Values: Hashable, Sendable {
        case text
        /// The name of a record of that kind.
        case name(Kind)
        /// One of these words.
        case choice([String])
        case integer
        /// A figure that is kept in a unit; nil for a pure number.
        case figure(Unit?)
        /// As ISO 8601 writes it, as far as it is known: a year, a month, a day.
        case date
        case flag
    }

    /// As it is typed: `mass`.
    public let name: String
    /// As it is called in JSON, which is understood too: `massKg`.
    public let key: String
    public let values: Values
    /// Texts that it often has.
    public let examples: [String]
    /// The marks that say that a figure is not measured.
    public let marks: Estimates

    init(
        _ name: String, key: String? = nil, _ values: Values = .text, examples: [String] = [], marks: Estimates = []
    ) {
        self.name = name
        self.key = key ?? name
        self.values = values
        self.examples = examples
        self.marks = marks
    }

    /// The units that its figures can be asked for in, its own first.
    public var units: [Unit] {
        guard case .figure(let unit?) = values else { return [] }
        return [unit] + Unit.all.filter { $0.dimension == unit.dimension && $0 != unit }
    }

    /// The signs that mean something for its values.
    public var signs: [FilterSign] {
        switch values {
        case .text, .name, .choice: [.equal, .notEqual, .contains]
        case .integer, .figure, .date: FilterSign.allCases.filter { $0 != .contains }
        case .flag: [.equal, .notEqual]
        }
    }

    /// Whether its figures can be seen as bars.
    public var hasBars: Bool {
        switch values {
        case .figure, .integer: name != "version"
        case .text, .name, .choice, .date, .flag: false
        }
    }

    /// What stands behind a colon to ask for a bar.
    public static let bar = "bar"

    func answers(to word: String) -> Bool {
        let word = word.lowercased()
        return name == word || key.lowercased() == word
    }
}

/// How a field is compared with a value.
public enum FilterSign: String, Hashable, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case equal = "="
    case notEqual = "!="
    case greaterOrEqual = ">="
    case greater = ">"
    /// Has the text somewhere in it.
    case contains = "~"
}
