/// A writer of comma-separated values (RFC 4180). Fields are quoted only if necessary.
public struct CSVWriter: Sendable {
    /// The bytes written since the last call to `drain`.
    public private(set) var bytes: [UInt8] = []

    private let separator: UInt8
    private let lineEnd: String

    public init(separator: UInt8 = UInt8(ascii: ","), lineEnd: String = "\n") {
        self.separator = separator
        self.lineEnd = lineEnd
    }

    public mutating func write(_ fields: some Collection<String>) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(separator) }
            append(field, isAlone: fields.count == 1)
        }
        bytes.append(contentsOf: lineEnd.utf8)
    }

    /// Removes and returns the bytes written so far.
    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Appends a field, in quotes if necessary.
    /// - Parameter isAlone: Whether the record has no other fields.
    private mutating func append(_ field: String, isAlone: Bool) {
        // Without quotes, a lone empty field would be read as a blank line, and a leading byte-order mark would be
        // skipped.
        let needsQuotes = field.utf8.contains { byte in
            byte == separator || byte == .quote || byte == .lineFeed || byte == .carriageReturn
        }
        guard needsQuotes || (isAlone && field.isEmpty) || field.unicodeScalars.first == "\u{FEFF}" else {
            bytes.append(contentsOf: field.utf8)
            return
        }
        bytes.append(.quote)
        for byte in field.utf8 {
            if byte == .quote { bytes.append(.quote) }
            bytes.append(byte)
        }
        bytes.append(.quote)
    }
}

/// An encoder that prevents spreadsheets from interpreting values as formulas (OWASP, “CSV Injection”). It adds an
/// apostrophe before values that look like formulas, and the reader removes it. Negative numbers, and phone numbers
/// with a plus sign, are unchanged.
public enum FormulaGuard {
    public static func guarded(_ text: String) -> String {
        looksLikeFormula(text) && !isPhone(text) && !isNumber(text) ? "'" + text : text
    }

    public static func unguarded(_ text: String) -> String {
        text.first == "'" && looksLikeFormula(text) ? String(text.dropFirst()) : text
    }

    /// Returns whether a spreadsheet would interpret the text as a formula. Leading apostrophes are ignored, so that
    /// the reader can remove an added apostrophe.
    private static func looksLikeFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map { triggers.contains($0) } ?? false
    }

    private static let triggers: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

    private static func isPhone(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst()
        return text.first == "+" && rest.first?.isASCIIDigit == true
            && rest.allSatisfy { $0.isASCIIDigit || " ().-/".utf8.contains($0) }
    }

    private static func isNumber(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst()
        return text.first == "-" && rest.first?.isASCIIDigit == true && Double(text) != nil
            && rest.allSatisfy { $0.isASCIIDigit || ".e-+".utf8.contains($0) }
    }
}
