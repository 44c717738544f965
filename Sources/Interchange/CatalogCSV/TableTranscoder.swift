import Localization
import Model
import Text

/// A converter from another table format to CSV. Each row keeps its line number if possible.
protocol TableTranscoder: Sendable {
    /// The column declarations read from the header so far, by heading.
    var columns: [String: DeclaredColumn] { get }
    /// Converts the next bytes of the table.
    ///
    /// - Throws: `SourceProblem` if the rest of the table cannot be read.
    mutating func csv(of chunk: [UInt8]) throws(SourceProblem) -> [UInt8]
    /// Converts the rest of the table after all bytes have been passed to `csv(of:)`.
    mutating func finish() throws(SourceProblem) -> [UInt8]
}

/// The format of a table, other than CSV.
enum TableFormat: Hashable {
    case json, voTable, ipac

    /// The number of bytes that determine the format.
    static let neededBytes = 4_096

    /// Creates the format of a table, or returns `nil` if the table is not in one of these formats.
    ///
    /// More bytes do not change a detected format.
    init?(_ beginning: some Collection<UInt8>) {
        let start = beginning.prefix(Self.neededBytes)
        let text = (start.starts(with: Self.mark) ? start.dropFirst(Self.mark.count) : start).drop {
            $0.isBlank || $0 == .lineFeed || $0 == .carriageReturn
        }
        switch text.first {
        case UInt8(ascii: "[") where text.contains("\"\(ExoplanetArchiveColumns.name)\"".utf8): self = .json
        case UInt8(ascii: "<") where text.contains("VOTABLE".utf8): self = .voTable
        case UInt8(ascii: "\\"), UInt8(ascii: "|"): self = .ipac
        default: return nil
        }
    }

    /// The byte-order mark of UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    func transcoder(of file: String) -> any TableTranscoder {
        switch self {
        case .json: JSONTable(file: file)
        case .voTable: VOTable(file: file)
        case .ipac: IPACTable(file: file)
        }
    }

    /// The maximum number of bytes in a line, an element, or a tag.
    static let maximumLength = 4 << 20
}

/// A writer of CSV that keeps the line numbers of another file, as long as no line contains several rows.
struct LinePreservingCSVWriter {
    private var bytes: [UInt8] = []
    private var line = 1

    /// Appends a row.
    ///
    /// - Parameter wanted: The line number of the row. Blank lines are added before the row if necessary.
    mutating func write(_ fields: [String], at wanted: Int) {
        while line < wanted {
            bytes.append(.lineFeed)
            line += 1
        }
        var writer = CSVWriter()
        writer.write(fields.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") })
        bytes += writer.drain()
        line += 1
    }

    mutating func drain() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

/// A converter of the format `ipac` of the NASA Exoplanet Archive: keyword lines that start with `\`; up to four lines
/// that start with `|` and contain names, types, units, and null values; and rows in columns of fixed width.
struct IPACTable: TableTranscoder {
    private let file: String
    private var rest: [UInt8] = []
    private var line = 0
    private var writer = LinePreservingCSVWriter()
    /// The positions of the column separators.
    private var separators: [Int] = []
    private var names: [String] = []
    private var headerLines = 0
    private var lastHeaderLine = 0
    private var isHeaderWritten = false
    private(set) var columns: [String: DeclaredColumn] = [:]

    init(file: String) { self.file = file }

    mutating func csv(of chunk: [UInt8]) throws(SourceProblem) -> [UInt8] {
        rest += chunk
        var start = rest.startIndex
        while let end = rest[start...].firstIndex(of: .lineFeed) {
            read(rest[start..<end])
            start = end + 1
        }
        rest.removeSubrange(..<start)
        guard rest.count <= TableFormat.maximumLength else {
            throw .unreadable(file: file, line: line + 1, column: 1, reason: "the line is too long")
        }
        return writer.drain()
    }

    mutating func finish() throws(SourceProblem) -> [UInt8] {
        if !rest.isEmpty { read(rest[...]) }
        rest = []
        writeHeader()
        return writer.drain()
    }

    private mutating func writeHeader() {
        guard headerLines > 0, !isHeaderWritten else { return }
        isHeaderWritten = true
        writer.write(names, at: lastHeaderLine)
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>) {
        line += 1
        let bytes = bytes.last == .carriageReturn ? bytes.dropLast() : bytes
        switch bytes.first {
        case nil, UInt8(ascii: "\\"): return
        case UInt8(ascii: "|"): readHeader(bytes)
        default:
            writeHeader()
            guard !names.isEmpty else { return }
            writer.write(cells(bytes), at: line)
        }
    }

    private mutating func readHeader(_ bytes: ArraySlice<UInt8>) {
        headerLines += 1
        lastHeaderLine = line
        if headerLines == 1 {
            separators = bytes.indices.filter { bytes[$0] == UInt8(ascii: "|") }.map { $0 - bytes.startIndex }
            names = cells(bytes)
        } else if headerLines == 3 {
            for (name, unit) in zip(names, cells(bytes)) { columns[name, default: DeclaredColumn()].unit = unit }
        } else if headerLines == 4 {
            for (name, null) in zip(names, cells(bytes)) where !null.isEmpty {
                columns[name, default: DeclaredColumn()].nulls.insert(null)
            }
        }
    }

    private func cells(_ bytes: ArraySlice<UInt8>) -> [String] {
        zip(separators, separators.dropFirst()).map { start, end in
            let cell = bytes.dropFirst(start).prefix(end - start)
            return String(decoding: cell.drop { $0 == UInt8(ascii: "|") }, as: UTF8.self).trimmed
        }
    }
}

/// A converter of the format `json` of the NASA Exoplanet Archive: an array with an object for each row.
struct JSONTable: TableTranscoder {
    private let file: String
    let columns: [String: DeclaredColumn] = [:]
    private var elements = JSONElementSplitter()
    private var writer = LinePreservingCSVWriter()
    private var names: [String] = []

    // The splitter expects an object.
    private static let opening = Array("{\"rows\":".utf8)
    private static let closing = [UInt8(ascii: "}")]

    init(file: String) {
        self.file = file
        elements.feed(Self.opening)
    }

    mutating func csv(of chunk: [UInt8]) throws(SourceProblem) -> [UInt8] {
        elements.feed(chunk)
        try readElements()
        return writer.drain()
    }

    mutating func finish() throws(SourceProblem) -> [UInt8] {
        elements.feed(Self.closing)
        elements.finish()
        try readElements()
        return writer.drain()
    }

    private mutating func readElements() throws(SourceProblem) {
        do throws(JSONError) {
            while let element = try elements.next() { read(element) }
        } catch {
            let column = error.line == 1 ? error.column - Self.opening.count : error.column
            throw .unreadable(file: file, line: error.line, column: column, reason: error.problem.sentence)
        }
    }

    private mutating func read(_ element: JSONElementSplitter.Element) {
        guard let members = element.value.members else { return }
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        if names.isEmpty {
            names = members.map(\.key)
            writer.write(names, at: 1)
        }
        writer.write(names.map { values[$0]?.cell ?? "" }, at: element.line)
    }
}

extension JSONValue {
    /// The text of a cell. It is empty for null, arrays, and objects.
    fileprivate var cell: String {
        switch self {
        case .null, .array, .object: ""
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        }
    }
}

/// A converter of VOTable with `TABLEDATA` (https://www.ivoa.net/documents/VOTable/).
///
/// Only the XML that VOTable requires is supported: elements, attributes, character data, comments, and processing
/// instructions. Only the first table of a file is read.
struct VOTable: TableTranscoder {
    private let file: String
    private var buffer: [UInt8] = []
    private var line = 1
    private var writer = LinePreservingCSVWriter()
    private var names: [String] = []
    private var cells: [String] = []
    private var rowLine = 1
    private(set) var columns: [String: DeclaredColumn] = [:]
    /// The text of the open `TD` element.
    private var text: String?
    private var state = State.beforeRows

    private enum State { case beforeRows, rows, afterRows }

    init(file: String) { self.file = file }

    mutating func csv(of chunk: [UInt8]) throws(SourceProblem) -> [UInt8] {
        buffer += chunk
        var position = 0
        while state != .afterRows, let end = end(ofTokenAt: position) {
            try read(buffer[position..<end])
            line += buffer[position..<end].count { $0 == .lineFeed }
            position = end
        }
        buffer.removeSubrange(..<(state == .afterRows ? buffer.count : position))
        if buffer.count > TableFormat.maximumLength { throw problem("the element is too long") }
        return writer.drain()
    }

    mutating func finish() throws(SourceProblem) -> [UInt8] {
        if state != .afterRows { throw problem("the table is incomplete") }
        return []
    }

    private func problem(_ reason: Message) -> SourceProblem {
        .unreadable(file: file, line: line, column: 1, reason: reason)
    }

    // MARK: - Tokens

    private static let enclosed = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]

    /// Returns the end of a tag, or of the text before the next tag; `nil` if more bytes are needed.
    private func end(ofTokenAt start: Int) -> Int? {
        let rest = buffer[start...]
        guard rest.first == UInt8(ascii: "<") else { return rest.firstIndex(of: UInt8(ascii: "<")) }
        for (opening, closing) in Self.enclosed {
            if rest.starts(with: opening.utf8) {
                return rest.dropFirst(opening.utf8.count).firstRange(of: closing.utf8)?.upperBound
            }
            if opening.utf8.starts(with: rest) { return nil }
        }
        var quote: UInt8?
        for index in rest.indices {
            let byte = buffer[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }

    private mutating func read(_ token: ArraySlice<UInt8>) throws(SourceProblem) {
        let token = String(decoding: token, as: UTF8.self)
        if token.hasPrefix("<![CDATA[") {
            text? += token.dropFirst(9).dropLast(3)
        } else if token.hasPrefix("<?") || token.hasPrefix("<!") {
            return
        } else if token.hasPrefix("<") {
            try read(tag: token.dropFirst().dropLast())
        } else {
            text? += CharacterReferences.decoded(token)
        }
    }

    private mutating func read(tag: Substring) throws(SourceProblem) {
        let isEnd = tag.hasPrefix("/")
        let name = tag.drop { $0 == "/" }.prefix { !$0.isWhitespace && $0 != "/" }.split(separator: ":").last ?? ""
        switch (name, isEnd) {
        case ("FIELD", false) where state == .beforeRows:
            let name = Self.attribute("name", of: tag)
            names.append(name)
            columns[name] = DeclaredColumn(unit: Self.attribute("unit", of: tag))
        case ("VALUES", false) where state == .beforeRows:
            let null = Self.attribute("null", of: tag)
            if let name = names.last, !null.isEmpty { columns[name]?.nulls.insert(null) }
        case ("BINARY", false), ("BINARY2", false), ("FITS", false):
            throw problem("the rows are binary; use the format “votable_plain” or “csv”")
        case ("TABLEDATA", false):
            state = tag.hasSuffix("/") ? .afterRows : .rows
            writer.write(names, at: line)
        case ("TABLEDATA", true): state = .afterRows
        case ("TR", false): (cells, rowLine) = ([], line)
        case ("TR", true): writer.write(cells, at: rowLine)
        case ("TD", false): if tag.hasSuffix("/") { cells.append("") } else { text = "" }
        case ("TD", true):
            cells.append(text?.trimmed ?? "")
            text = nil
        default: break
        }
    }

    private static func attribute(_ name: String, of tag: Substring) -> String {
        var rest = tag
        while let sign = rest.firstIndex(of: "=") {
            let key = rest[..<sign].split(whereSeparator: \.isWhitespace).last ?? ""
            let value = rest[rest.index(after: sign)...].drop(while: \.isWhitespace)
            guard let quote = value.first, quote == "\"" || quote == "'" else { return "" }
            let content = value.dropFirst().prefix { $0 != quote }
            if key == name { return CharacterReferences.decoded(String(content)) }
            rest = value[content.endIndex...].dropFirst()
        }
        return ""
    }
}

/// A decoder of character references in HTML and XML, such as `&amp;`, `&eacute;`, and `&#233;`.
enum CharacterReferences {
    /// Returns text with its character references decoded once. Unknown references are kept.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var decoded = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            decoded += rest[..<start]
            rest = rest[start...]
            let name = rest.dropFirst().prefix(longestName).prefix { $0 != ";" && $0 != "&" }
            if let end = rest[name.endIndex...].first, end == ";", let character = character(String(name)) {
                decoded += character
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                decoded.append(rest.removeFirst())
            }
        }
        return decoded + rest
    }

    private static let longestName = 10

    private static func character(_ name: String) -> String? {
        guard name.first == "#" else { return named[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }

    /// The characters by name: those of XML, and those that occur in names and titles.
    private static let named: [String: String] = {
        let words = names.split(separator: " ").map(String.init)
        let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
        return Dictionary(pairs) { first, _ in first }.merging(["nbsp": " "]) { first, _ in first }
    }()

    private static let names = """
        AElig Æ Aacute Á Acirc Â Agrave À Aring Å Atilde Ã Auml Ä Ccedil Ç ETH Ð Eacute É Ecirc Ê Egrave È Euml Ë \
        Iacute Í Icirc Î Igrave Ì Iuml Ï Ntilde Ñ OElig Œ Oacute Ó Ocirc Ô Ograve Ò Oslash Ø Otilde Õ Ouml Ö \
        Scaron Š THORN Þ Uacute Ú Ucirc Û Ugrave Ù Uuml Ü Yacute Ý Yuml Ÿ aacute á acirc â aelig æ agrave à aring å \
        atilde ã auml ä ccedil ç eacute é ecirc ê egrave è eth ð euml ë iacute í icirc î igrave ì iuml ï micro µ \
        ntilde ñ oacute ó ocirc ô oelig œ ograve ò ordf ª ordm º oslash ø otilde õ ouml ö scaron š szlig ß thorn þ \
        uacute ú ucirc û ugrave ù uuml ü yacute ý yuml ÿ lt < gt > quot " apos ' amp & ndash – mdash — lsquo ‘ \
        rsquo ’ ldquo “ rdquo ” hellip … sect § times × plusmn ± deg ° middot · minus − alpha α beta β gamma γ \
        delta δ epsilon ε mu μ pi π tau τ ccaron č Ccaron Č zcaron ž Zcaron Ž rcaron ř ecaron ě nacute ń sacute ś \
        Sacute Ś cacute ć Cacute Ć zacute ź zdot ż lstrok ł Lstrok Ł aogon ą eogon ę gbreve ğ abreve ă scedil ş \
        Scedil Ş tcedil ţ inodot ı Idot İ odblac ő udblac ű amacr ā emacr ē imacr ī omacr ō umacr ū uring ů
        """
}
