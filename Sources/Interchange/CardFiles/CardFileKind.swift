import Localization
import Model
import Text

/// A file format, detected from the first bytes of a file.
enum CardFileKind {
    case vCard, jCard, jsContact, ldif
    /// A known format that cannot be imported, such as “a PDF document”.
    case other(Message)
    /// An archive or a compressed file, such as “a ZIP archive”.
    case archive(Message)
    case unknown

    /// Whether the beginning of the file is enough to distinguish it from a table.
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
        // Compressed files are unpacked before, but only once.
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
