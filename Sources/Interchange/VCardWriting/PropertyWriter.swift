import Text

/// A writer of properties in one vCard version. A value can never start a new property.
struct PropertyWriter {
    let version: CardVersion

    private var escapes: VCardEscaping { VCardEscaping(version: version) }

    /// Returns the unfolded lines of a property. Quoted-printable and base64 values can span several lines.
    func lines(of property: CardProperty) -> [[UInt8]] {
        var head = property.group.isEmpty ? property.name : property.group + "." + property.name
        head += parameters(property.parameters)
        switch property.value {
        case .written(let lines): return [Array("\(head):".utf8) + (lines.first ?? [])] + lines.dropFirst()
        case .bytes(let bytes, let mediaType): return binary(head, bytes, mediaType)
        case .raw(let text): return encoded(head, escapes.rawText(text))
        case .address(let text): return encoded(head, escapes.address(text))
        case .text(let text): return encoded(head, escapes.escaped(text))
        case .list(let texts): return encoded(head, escapes.list(texts))
        case .components(let parts): return encoded(head, parts.map(escapes.component).joined(separator: ";"))
        }
    }

    private func parameters(_ parameters: [CardParameter]) -> String {
        var text = ""
        let types = parameters.filter { $0.name == "TYPE" }.map(\.value)
        if !types.isEmpty { text += self.types(types) }
        for parameter in parameters where parameter.name != "TYPE" {
            text += ";" + written(parameter)
        }
        return text
    }

    private func types(_ types: [String]) -> String {
        switch version {
        case .v21:
            let (plain, odd) = (types.filter(Self.isToken), types.filter { !Self.isToken($0) })
            return plain.map { ";" + $0.uppercased() }.joined()
                + odd.map { ";TYPE=" + value(of: CardParameter("TYPE", $0)) }.joined()
        case .v30:
            let written = types.map { Self.isToken($0) ? $0.uppercased() : $0 }
            return ";TYPE=" + written.map(CaretEscapes.parameter).joined(separator: ",")
        case .v40: return ";TYPE=" + types.map { CaretEscapes.parameter($0.lowercased()) }.joined(separator: ",")
        }
    }

    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }

    private func written(_ parameter: CardParameter) -> String {
        guard parameter.name == CardParameter.androidLabel else { return "\(parameter.name)=\(value(of: parameter))" }
        let bytes = parameter.value.utf8.flatMap { [.equals] + $0.hexDigits }
        return parameter.name + String(decoding: bytes, as: UTF8.self) + ")"
    }

    /// Returns whether the version can represent the value of a parameter unchanged.
    func holds(_ parameter: CardParameter) -> Bool {
        version != .v21 || parameter.name == CardParameter.androidLabel || value(of: parameter) == parameter.value
    }

    /// Returns the escaped value of a parameter. vCard 2.1 cannot quote separators, so they become spaces.
    private func value(of parameter: CardParameter) -> String {
        guard version == .v21 else { return CaretEscapes.parameter(parameter.value) }
        let safe = parameter.value.unicodeScalars.map { scalar in
            scalar.value < 0x20 || [":", ";", ",", "\"", "="].contains(scalar) ? " " : scalar
        }
        return String(String.UnicodeScalarView(safe))
    }

    private func encoded(_ head: String, _ value: String) -> [[UInt8]] {
        guard version == .v21, value.utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 && $0 != 0x09 }) else {
            return [Array("\(head):\(value)".utf8)]
        }
        let isASCII = value.utf8.allSatisfy { $0 < 0x80 }
        let start = head + (isASCII ? "" : ";CHARSET=UTF-8") + ";ENCODING=QUOTED-PRINTABLE:"
        let text = start + QuotedPrintable.encoded(value, column: start.utf8.count)
        return text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false).map(Array.init)
    }

    private func binary(_ head: String, _ bytes: [UInt8], _ mediaType: String) -> [[UInt8]] {
        let type = (mediaType.split(separator: "/").last.map(String.init) ?? mediaType).uppercased()
        let base64 = Base64.encoded(bytes)
        switch version {
        case .v21: return [Array("\(head);ENCODING=BASE64;TYPE=\(type):".utf8) + base64, []]
        case .v30: return [Array("\(head);ENCODING=b;TYPE=\(type):".utf8) + base64]
        case .v40: return [Array("\(head):data:\(mediaType);base64,".utf8) + base64]
        }
    }
}

/// A property in a form that is independent of the vCard version.
struct CardProperty: Hashable {
    enum Value: Hashable {
        case text(String)
        /// The items of a list, separated by commas.
        case list([String])
        /// The components of a structured value, separated by semicolons. Each component is a list.
        case components([[String]])
        /// A URI without escapes.
        case address(String)
        case bytes([UInt8], mediaType: String)
        /// An escaped value in an unknown syntax.
        case raw(String)
        /// The original bytes after the colon, line by line.
        case written([[UInt8]])
    }

    var group = ""
    var name: String
    /// The parameters. Only properties with original bytes have ENCODING and CHARSET.
    var parameters: [CardParameter] = []
    var value: Value

    init(_ name: String, _ value: Value, _ parameters: [CardParameter] = []) {
        self.name = name
        self.value = value
        self.parameters = parameters
    }
}

extension CardProperty {
    /// Creates a property that keeps the original value of a line.
    init(_ line: ContentLine, in parsed: ParsedCard) {
        name = parsed.nameAsWritten(of: line)
        group = line.group
        parameters = line.parameters
        let ranges = parsed.card.entries[line.entries].map(\.range)
        value = .written(ranges.map { Array(parsed.card.bytes[$0.clamped(to: line.value)]) })
    }

    /// Creates a property with a new value. It keeps the group and the parameters that do not describe the old value.
    init(_ line: ContentLine, in parsed: ParsedCard, value: Value) {
        name = parsed.nameAsWritten(of: line)
        group = line.group
        self.value = value
        let stale: Set = [
            "ENCODING", "CHARSET", "LABEL", "SORT-AS", "X-APPLE-OMIT-YEAR", "MEDIATYPE", "X-SERVICE-TYPE",
            "SERVICE-TYPE",
            "USERNAME", "X-USER",
        ]
        parameters = line.parameters.filter { parameter in
            !stale.contains(parameter.name) && !(parameter.name == "VALUE" && !parameter.value.isWord("TEXT"))
        }
    }
}

extension ParsedCard {
    func nameAsWritten(of line: ContentLine) -> String {
        String(decoding: card.bytes[card.entries[line.entries.lowerBound].range].propertyName, as: UTF8.self)
    }
}

/// A writer that folds long lines (RFC 6350 section 3.2). In vCard 2.1, it folds only base64, because quoted-printable
/// has its own line breaks, and readers of vCard 2.1 keep the space of a fold.
struct LineFolder {
    static let maximumOctets = 75

    private static let fold: [UInt8] = [.carriageReturn, .lineFeed, 0x20]

    let version: CardVersion
    private var isOpen = false
    private var isFirst = true

    init(_ version: CardVersion) { self.version = version }

    /// Appends a line, folded at 75 bytes without splitting characters. Line breaks that are not encoded are kept.
    mutating func append(_ line: [UInt8], to bytes: inout [UInt8]) {
        guard line.contains(.lineFeed) else { return appendLine(line, to: &bytes) }
        for part in line.split(separator: .lineFeed, omittingEmptySubsequences: false) {
            appendLine(Array(part), to: &bytes)
        }
    }

    private mutating func appendLine(_ line: [UInt8], to bytes: inout [UInt8]) {
        // A line that starts with a space would be read as a continuation.
        if !isOpen, !isFirst, let first = line.first, first.isBlank { bytes += Self.fold }
        isFirst = false
        let head = line[..<(line.firstIndex(of: .colon) ?? 0)]
        let isQuotedPrintable = isOpen || head.containsASCII("QUOTED-PRINTABLE")
        isOpen = isQuotedPrintable && QuotedPrintable.isOpen(line[...])
        var start = 0
        if !isQuotedPrintable, version != .v21 || head.containsASCII("BASE64") || head.containsASCII("ENCODING=B") {
            var width = Self.maximumOctets
            while line.count - start > width {
                var end = start + width
                while end > start + 1, line[end] & 0xC0 == 0x80 { end -= 1 }
                bytes.append(contentsOf: line[start..<end])
                bytes += Self.fold
                start = end
                width = Self.maximumOctets - 1
            }
        }
        bytes.append(contentsOf: line[start...])
        bytes += [.carriageReturn, .lineFeed]
    }
}

/// A list of unfolded lines.
struct LineList {
    private(set) var lines: [[UInt8]] = []
    /// Whether the last line is unfinished quoted-printable.
    private var isOpen = false

    mutating func append(_ line: [UInt8]) {
        let isEncoded = isOpen || QuotedPrintable.isDeclared(in: line[...])
        isOpen = isEncoded && QuotedPrintable.isOpen(line[...])
        lines.append(line)
    }

    /// Appends the lines of a new property. An unfinished previous line is closed first, so that it does not absorb the
    /// new lines.
    mutating func insert(_ lines: [[UInt8]]) {
        if isOpen, !lines.isEmpty { append([]) }
        for line in lines { append(line) }
    }
}
