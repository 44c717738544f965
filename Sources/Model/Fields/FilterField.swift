import Localization

/// A field of the filter language.
public struct FilterField: NamedField, Hashable, Sendable {
    public enum Values: Hashable, Sendable {
        case text
        /// A phone number, compared by its digits.
        case phone
        /// The name of a record of the given kind, or of any kind.
        case name(Kind?)
        case choice([String])
        case integer
        /// A number in the given unit, or a pure number if the unit is `nil`.
        case figure(Unit?)
        /// A year, a year and month, or a full date in ISO 8601 format.
        case date
        /// A period such as `60d`, compared by its length in days.
        case period
        case flag
    }

    /// The name in filters, such as `mass`.
    public let name: String
    /// The JSON key, such as `massKg`. Filters accept it as an alternative name.
    public let key: String
    public let values: Values
    /// Common values that completion offers.
    public let examples: [String]
    /// The marks that show whether a value was measured.
    public let marks: Estimates
    /// Whether lists can show the values.
    public let isColumn: Bool
    /// Another JSON key that filters accept: the key of the derived value that replaces a missing value.
    private(set) var substitute: String?
    /// The other names of the record’s field, normalized: its key, JSON key, and alias.
    var otherNames: [String] = []
    /// The titles of the field, which also name it if they are unambiguous.
    public internal(set) var labels: [Title] = []
    /// The format of the record’s field, which determines how compared text is cleaned.
    var format = ValueFormat.text
    /// Whether human-readable pages show the field.
    public internal(set) var isShown = true
    /// The standard spellings of the values.
    let vocabulary: Vocabulary?

    init(
        _ name: String, key: String? = nil, _ values: Values = .text, examples: [String] = [], marks: Estimates = [],
        isColumn: Bool = true, vocabulary: Vocabulary? = nil
    ) {
        self.name = name
        self.key = key ?? name
        self.values = values
        self.examples = examples
        self.marks = marks
        self.isColumn = isColumn
        self.vocabulary = vocabulary
    }

    /// Creates the field of a part of a person’s postal addresses.
    init(_ part: PostalAddress.Part) {
        self.init(part.names[0], key: part.rawValue)
        (otherNames, labels) = (part.names, [part.title])
    }

    /// Returns the field with another accepted JSON key.
    func substituted(by key: String?) -> FilterField {
        var field = self
        field.substitute = key
        return field
    }

    /// The units that filters accept, starting with the stored unit.
    public var units: [Unit] {
        guard case .figure(let unit?) = values else { return [] }
        return [unit] + Unit.all.filter { $0.dimension == unit.dimension && $0 != unit }
    }

    /// Whether the catalog can contain evidence that a value was measured: a mark or an uncertainty.
    var hasProvenance: Bool { !marks.isEmpty || Uncertainties.keys[key.lowercased()] == key }

    /// The supported comparison operators.
    public var operators: [FilterOperator] {
        switch values {
        case .text, .phone, .name, .choice: [.equal, .notEqual, .contains]
        case .integer, .figure, .date, .period: FilterOperator.allCases.filter { $0 != .contains }
        case .flag: [.equal, .notEqual]
        }
    }

    /// Whether lists can show the values as bars.
    public var hasBars: Bool {
        switch values {
        case .figure, .integer: name != "version"
        case .text, .phone, .name, .choice, .date, .period, .flag: false
        }
    }

    /// The suffix that requests a bar, as in `mass:bar`.
    public static let bar = "bar"

    public var names: [String] { [name, key, substitute].compactMap { $0?.lowercased() } + otherNames }
}

/// A comparison operator.
public enum FilterOperator: String, Hashable, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case equal = "="
    case notEqual = "!="
    case greaterOrEqual = ">="
    case greater = ">"
    case contains = "~"
}

/// The standard spellings of a text field’s values, with abbreviations and other spellings that forms and filters
/// accept.
enum Vocabulary: Hashable, Sendable {
    case constellations, discoveryMethods, genders

    /// Returns the standard spelling of the text, or `nil` if the text is not in the vocabulary.
    func spelling(of text: String) -> String? {
        switch self {
        case .constellations: Constellation(text)?.name
        case .genders: Gender(words: text)?.description
        case .discoveryMethods: Self.methods[text.lowercased().filter { !$0.isWhitespace && $0 != "-" }]
        }
    }

    /// Returns search text in the spelling of the values. In names of constellations, “ö” becomes “o”.
    func part(of text: String) -> String {
        self == .constellations ? text.replacing("ö", with: "o").replacing("Ö", with: "O") : text
    }

    /// The discovery methods of the NASA Exoplanet Archive, by their abbreviations and other names in lowercase,
    /// without spaces or hyphens.
    private static let methods = [
        "rv": "Radial Velocity", "radialvelocity": "Radial Velocity", "doppler": "Radial Velocity",
        "transits": "Transit", "ml": "Microlensing", "directimaging": "Imaging", "di": "Imaging",
        "ttv": "Transit Timing Variations", "transittiming": "Transit Timing Variations",
        "etv": "Eclipse Timing Variations", "eclipsetiming": "Eclipse Timing Variations",
        "obm": "Orbital Brightness Modulation", "pulsartiming": "Pulsar Timing", "diskkinematics": "Disk Kinematics",
        "ptv": "Pulsation Timing Variations",
    ]
}
