import Localization
import Model
import Text

/// A converter of VOTable with `TABLEDATA` (https://www.ivoa.net/documents/VOTable/).
///
/// The reader supports only the XML that VOTable needs: elements, attributes, character data, and comments. Only the first
/// table of a file is read.
struct VOTable: TableTranscoder {
    private let file: String
    private var buffer: [UInt8] = []
    private var line = 1
    private var writer = LinePreservingCSVWriter()
    private var names: [String] = []
    private var cells: [String] = []
    private var rowLine = 1
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
        case ("FIELD", false) where state == .beforeRows: names.append(Self.attribute("name", of: tag))
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
