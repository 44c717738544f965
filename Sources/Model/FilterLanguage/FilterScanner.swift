/// A scanner for the tokens of a filter. In quoted text, a doubled quotation mark represents a single one.
struct FilterScanner {
    private let scalars: [Unicode.Scalar]
    private let text: String
    private var position = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Returns all tokens, with the end token last.
    mutating func tokens() throws(FilterProblem) -> [FilterToken] {
        var tokens: [FilterToken] = []
        repeat { tokens.append(try next()) } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func next() throws(FilterProblem) -> FilterToken {
        while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
        guard position < scalars.count else { return FilterToken(kind: .end, text: "", position: position) }
        let start = position
        if let kind = Self.single(scalars[start]) {
            position += 1
            return FilterToken(kind: kind, text: String(scalars[start]), position: start)
        }
        if let sign = sign() { return sign }
        if let end = Self.quotes[scalars[start]] { return try quoted(until: end) }
        while position < scalars.count, Self.isPartOfWord(scalars[position]) { position += 1 }
        if position == start { position += 1 }
        return FilterToken(kind: .word, text: string(scalars[start..<position]), position: start)
    }

    private static func single(_ scalar: Unicode.Scalar) -> FilterToken.Kind? {
        switch scalar {
        case "(": .open
        case ")": .close
        case ":": .colon
        default: nil
        }
    }

    private mutating func sign() -> FilterToken? {
        let start = position
        for (text, sign) in Self.operators where scalars[start...].starts(with: text.unicodeScalars) {
            position += text.unicodeScalars.count
            return FilterToken(kind: .comparison(sign), text: text, position: start)
        }
        return nil
    }

    /// The comparison operators, longest first.
    private static let operators: [(String, FilterOperator)] =
        [
            ("==", .equal), ("<>", .notEqual), ("≤", .lessOrEqual), ("≥", .greaterOrEqual), ("≠", .notEqual),
        ] + FilterOperator.allCases.map { ($0.rawValue, $0) }.sorted { $0.0.count > $1.0.count }

    private mutating func quoted(until end: Unicode.Scalar) throws(FilterProblem) -> FilterToken {
        let start = position
        var inside = String.UnicodeScalarView()
        position += 1
        while position < scalars.count {
            let isEnd = scalars[position] == end
            let isTwice = isEnd && position + 1 < scalars.count && scalars[position + 1] == end
            if isEnd && !isTwice {
                position += 1
                return FilterToken(kind: .quoted, text: String(inside), position: start)
            }
            inside.append(scalars[position])
            position += isTwice ? 2 : 1
        }
        throw FilterProblem(
            text: text, column: text.column(ofScalar: start), found: "",
            expected: FilterExpectation("a closing quotation mark", hint: "Close the quotation with \(end)."))
    }

    private static let quotes: [Unicode.Scalar: Unicode.Scalar] = ["\"": "\"", "'": "'", "“": "”"]

    static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && quotes[scalar] == nil && !"():<>=!~≤≥≠”".unicodeScalars.contains(scalar)
    }

    private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
}

struct FilterToken: Hashable {
    enum Kind: Hashable {
        /// A name, a keyword, a number, or an unquoted value.
        case word
        case quoted
        case comparison(FilterOperator)
        case colon, open, close, end
    }

    let kind: Kind
    let text: String
    /// The position in the text, counted in Unicode scalars from 0.
    let position: Int

    func isKeyword(_ word: String) -> Bool { kind == .word && text.lowercased() == word }

    /// Returns the text as a token, quoted if necessary.
    static func quoted(_ text: String) -> String {
        guard text.isEmpty || !text.unicodeScalars.allSatisfy(FilterScanner.isPartOfWord) else { return text }
        let inside = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
        return "\"" + inside.joined(separator: "\"\"") + "\""
    }
}

extension String {
    /// Converts a position in Unicode scalars to a position in characters.
    func column(ofScalar position: Int) -> Int { String(unicodeScalars.prefix(position)).count }
}
