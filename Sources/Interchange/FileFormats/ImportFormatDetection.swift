import Localization
import Model
import Text

/// Detection of the formats of imported files.
public enum ImportFormatDetection {
    public enum Contents: Hashable, Sendable {
        /// A file of cards, or a file of any other type. The card reader rejects other types.
        case cards
        case table
        case catalog
        case archive
    }

    public static let beginning = 64 << 10

    /// Returns the contents of a file.
    ///
    /// - Parameter mapping: The column mapping: field names by heading.
    public static func contents(of file: String, beginning: [UInt8], mapping: [String: String] = [:]) -> Contents {
        var arriving = IncrementalTextDecoder()
        let start = arriving.decode(beginning.prefix(4096)) + arriving.finish()
        let text = String(decoding: start, as: UTF8.self)
        let first = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" }
        if first == "{", text.contains("\"almanac\""), !text.contains("\"@type\"") { return .archive }
        if let format = TableFormat(start), format != .ipac { return .catalog }
        if text.lowercased().contains("begin:vcard") || CardFileKind(start).isOtherCardFormat { return .cards }
        if isCatalog(beginning, of: file) || mapping.values.contains(where: AlmanacCatalogColumns.isNumber) {
            return .catalog
        }
        if [".csv", ".tsv"].contains(where: unpackedName(file).hasSuffix) { return .table }
        if first.map("{[<".contains) ?? true || start.contains(0) { return .cards }
        let isTable = (try? TableColumns(of: file, beginning: beginning, mapping: [:])) != nil
        return isTable ? .table : .cards
    }

    public static func reader(
        of file: String, beginning: [UInt8], mapping: [String: String] = [:], encoding: TableEncoding? = nil,
        dates: TableDate.Order? = nil, isUpdate: Bool = false
    ) -> any ItemReader<CardItem> {
        switch contents(of: file, beginning: beginning) {
        case .table:
            ContactCSVReader(file: file, mapping: mapping, encoding: encoding, dates: dates, isUpdate: isUpdate)
        case .cards, .archive, .catalog: CardReader(file: file)
        }
    }

    private static func isCatalog(_ beginning: [UInt8], of file: String) -> Bool {
        var reader = CatalogReader(file: file)
        reader.feed(beginning)
        reader.finish()
        return (try? reader.dialect()) != nil || beginning.starts(with: archivesOwn.utf8)
    }

    /// The first line of a table exported by the NASA Exoplanet Archive. Comments that describe the columns follow.
    private static let archivesOwn = "# This file was produced by the NASA Exoplanet Archive"

    /// Returns whether a file in a folder can contain contacts, judging by its extension.
    public static func isCandidate(_ name: String) -> Bool {
        endings.contains { unpackedName(name).hasSuffix(".\($0)") }
    }

    /// Returns the name of a file in lowercase, without the extension of a compressed file.
    private static func unpackedName(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    }

    private static let endings =
        [ExportFormat.vcard, .jcard, .jscontact, .ldif, .csv].flatMap(\.fileEndings) + ["tsv"]
}

/// A file format, detected from the first bytes of a file.
enum CardFileKind {
    case vCard, jCard, jsContact, ldif
    /// A known format that cannot be imported, such as “a PDF document”.
    case other(Message)
    /// An archive or a compressed file, such as “a ZIP archive”.
    case archive(Message)
    case unknown

    /// Whether the file contains cards in a format that could be mistaken for a table.
    var isOtherCardFormat: Bool {
        switch self {
        case .ldif: true
        case .vCard, .jCard, .jsContact, .other, .archive, .unknown: false
        }
    }

    /// The number of bytes needed to detect the format.
    static let neededBytes = 1_024

    init(_ start: [UInt8]) {
        let bytes = Array(start.prefix(Self.neededBytes))
        self = Self.signature(bytes) ?? Self.text(bytes)
    }

    private static func signature(_ bytes: [UInt8]) -> CardFileKind? {
        if let image = ImageType(bytes) { return .other("a picture (\(image.rawValue))") }
        let signatures: [(beginning: String, kind: CardFileKind)] = [
            ("PK\u{03}\u{04}", .archive("a ZIP archive")), ("%PDF", .other("a PDF document")),
            ("SQLite format 3\0", .other("an SQLite database")),
        ]
        // Compressed files have already been unpacked, but only once.
        if bytes.starts(with: [0x1F, 0x8B]) { return .archive("a file compressed with gzip") }
        return signatures.first { bytes.starts(with: $0.beginning.utf8) }?.kind
    }

    /// Returns whether the first line that is not a comment belongs to an LDIF file.
    private static func isLDIF(_ text: ArraySlice<UInt8>) -> Bool {
        let lines = text.split { $0 == .lineFeed || $0 == .carriageReturn }
        let first = lines.first { $0.first != UInt8(ascii: "#") && $0.first != 0x20 }
        return first.map { $0.beginsASCII("dn:") || $0.beginsASCII("version: 1") } ?? false
    }

    private static func text(_ bytes: [UInt8]) -> CardFileKind {
        let text = bytes.drop { $0.isBlank || $0 == .lineFeed || $0 == .carriageReturn }
        if let first = text.first, [UInt8(ascii: "["), UInt8(ascii: "{")].contains(first) {
            let next = text.dropFirst().first { !$0.isBlank && $0 != .lineFeed && $0 != .carriageReturn }
            return first == UInt8(ascii: "{") || next == UInt8(ascii: "{") ? .jsContact : .jCard
        }
        if isLDIF(text) { return .ldif }
        if text.beginsASCII("BEGIN:VCALENDAR") { return .other("an iCalendar file, which contains events") }
        guard text.first == UInt8(ascii: "<") else { return text.beginsASCII("BEGIN:VCARD") ? .vCard : .unknown }
        if text.containsASCII("<html") || text.containsASCII("<!doctype html") { return .other("a web page (HTML)") }
        if text.containsASCII("vcard-4.0") || text.containsASCII("<vcard") { return .other("an xCard (vCard in XML)") }
        return .other("an XML file")
    }
}
