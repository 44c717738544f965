import Localization
import Model

/// A location in an import file. Lines, columns, and cards are numbered from 1.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    public var file: String
    /// The line, or `nil` for the whole file.
    public var line: Int?
    /// The column in characters, or `nil` for the whole line.
    public var column: Int?
    /// The number of the card or row in the file.
    public var number: Int?

    public init(file: String, line: Int? = nil, column: Int? = nil, number: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.number = number
    }

    public var description: String {
        let spot = [line, column].compactMap(\.self).reduce(file) { "\($0):\($1)" }
        return number.map { "card \($0), \(spot)" } ?? spot
    }
}

/// The source text of a card or row, up to 64 MB. It is in UTF-8 even if the file is in UTF-16.
public struct SourceText: Hashable, Sendable {
    /// The maximum number of bytes of a card or row.
    static let maximumBytes = 64_000_000

    /// The header row of a CSV file, or an empty array for a card.
    public let header: [UInt8]
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8], under header: [UInt8] = []) {
        self.bytes = bytes
        self.header = header
    }
}

public struct RejectedItem: Hashable, Sendable {
    public let place: SourceLocation
    /// The reason as a full sentence, without the location.
    public let reason: Message
    public let text: SourceText

    public init(at place: SourceLocation, because reason: Message, _ text: SourceText) {
        self.place = place
        self.reason = reason
        self.text = text
    }
}

/// A warning about a location in an import file.
public struct ImportWarning: Hashable, Sendable {
    public let place: SourceLocation
    public let sentence: Message
}

/// The first warnings of an import, and their total number.
public struct ImportWarnings: Hashable, Sendable {
    private static let limit = 100

    public private(set) var reported: [ImportWarning] = []
    public private(set) var count = 0

    public mutating func add(_ sentence: Message, at place: SourceLocation) {
        count += 1
        if count <= Self.limit { reported.append(ImportWarning(place: place, sentence: sentence)) }
    }
}

/// A rejected card or other text. Its bytes are collected up to a limit.
struct RejectedText {
    private var place: (line: Int, number: Int)?
    private var reason: Message = ""
    private var bytes: [UInt8] = []
    /// The number of bytes, including those beyond the limit.
    private(set) var count = 0

    var isEmpty: Bool { place == nil }

    mutating func begin(line: Int, number: Int, reason: Message) {
        place = (line, number)
        self.reason = reason
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        count += more.count
        bytes.append(contentsOf: more.prefix(max(0, SourceText.maximumBytes - bytes.count)))
    }

    /// Returns the rejected item, or `nil` if there is none, and resets the rejection.
    mutating func finish(file: String) -> RejectedItem? {
        guard let place else { return nil }
        defer { self = RejectedText() }
        return RejectedItem(
            at: SourceLocation(file: file, line: place.line, number: place.number), because: reason, SourceText(bytes))
    }
}

/// A reason why nothing was imported from a file.
public enum SourceProblem: ByteSourceProblem, Hashable {
    case empty(file: String)
    case unreadable(file: String, line: Int, column: Int, reason: Message)
    /// A file in another format, such as “an xCard (vCard in XML)”.
    case notVCard(file: String, format: Message)
    case archive(file: String, format: Message)
    case noCards(file: String)
    /// A CSV file whose first line contains values instead of headings.
    case noHeader(file: String)
    case noIdentifyingColumn(file: String, headings: [String])
    /// A table with planet columns, but without a column of planet names.
    case unnamedPlanets(file: String, columns: [String], nameColumn: String)
    /// A single-valued field with several columns.
    case repeatedField(file: String, headings: [String], field: String)
    /// A column mapping for a heading that the file does not have.
    case unknownHeading(file: String, heading: String, known: [String])
    /// A column mapping to a field that does not exist.
    case unknownField(String)
    /// A column mapping of a planet catalog to an unknown field, or to a field with an unknown unit.
    case unknownPlanetField(String, units: [String])
    case notPlanets(file: String, headings: [String])
    case repeatedHeading(file: String, heading: String)

    public var explanation: ErrorReport {
        switch self {
        case .empty(let file):
            ErrorReport(
                .failed, "\(file) is empty.", outcome: "Nothing was imported.",
                next: "Export the contacts again, or choose another file.")
        case .unreadable(let file, let line, let column, let reason):
            ErrorReport(
                .failed, "\(file):\(String(line)):\(String(column)): \(reason).", outcome: "Nothing was imported.")
        case .notVCard(let file, let format):
            ErrorReport(
                .failed, "\(file) cannot be imported: it is \(format).", outcome: "Nothing was imported.",
                next: "Export the contacts again as vCard (.vcf).")
        case .archive(let file, let format):
            ErrorReport(
                .failed, "\(file) cannot be imported: it is \(format).", outcome: "Nothing was imported.",
                next: "Unpack the file, then import its contents.")
        case .noCards(let file):
            ErrorReport(
                .failed, "\(file) is not in a supported format: it has no BEGIN:VCARD line.",
                outcome: "Nothing was imported.",
                next: "Use “help import” to list the formats.")
        case .noHeader(let file):
            ErrorReport(
                .failed, "\(file) has no header: its first line contains values.",
                next: "Add a first line with the column names, such as “given,family,email”.")
        case .noIdentifyingColumn(let file, let headings):
            ErrorReport(
                .failed, "\(file) has no column that identifies a contact.",
                why: "Its columns are: \(headings.joined(separator: ", ")).",
                next: "Use --map “COLUMN=given” (or family, name, email, phone, organization).")
        case .unnamedPlanets(let file, let columns, let name):
            ErrorReport(
                .failed, "\(file) has planet columns, but no column with the names of the planets.",
                why: "The planet columns are: \(columns.joined(separator: ", ")).",
                next: "Rename the column with the names to “\(name)”.")
        case .repeatedField(let file, let headings, let field):
            ErrorReport(
                .failed, "\(file) has several columns for \(field): \(headings.joined(separator: ", ")).",
                next: "Use --map “COLUMN=…” to assign the others, or --map “COLUMN=-” to ignore them.")
        case .unknownHeading(let file, let heading, let known):
            ErrorReport(
                .wrongUsage, "\(file) has no “\(heading)” column.",
                next: "Use one of: \(known.joined(separator: ", ")).")
        case .unknownField(let words):
            ErrorReport(
                .wrongUsage, "Cannot map a column to “\(words)”.",
                next: """
                    Use a field of “new person”, such as given, email.work, or address.home.street. Other values: name, \
                    note, group, uid, birthday.year, birthday.dmy, and “-” to ignore the column.
                    """)
        case .unknownPlanetField(let words, let units):
            ErrorReport(
                .wrongUsage, "Cannot map a column to “\(words)”.",
                next: words.contains(".") && !units.isEmpty
                    ? "Use one of these units: \(units.joined(separator: ", "))."
                    : """
                    Use a field of a planet (such as name, parent, or massKg), a value with a unit (such as mass.mjup or \
                    radius.rearth), or “-” to ignore the column.
                    """)
        case .notPlanets(let file, let headings):
            ErrorReport(
                .failed, "\(file) is not a planet catalog: its columns are \(headings.joined(separator: ", ")).",
                next: "Add columns such as “name” and “mass_kg”, or use a NASA file with “pl_name”.")
        case .repeatedHeading(let file, let heading):
            ErrorReport(
                .failed, "\(file) has two columns named “\(heading)”.", outcome: "Nothing was imported.",
                next: "Rename or remove one of them.")
        }
    }
}
