import Localization
import Model

/// Functions that reassemble a filter from words split by the shell or the prompt, quoting its values again.
package enum FilterTokenJoiner {
    package static func filter(_ words: [String], of kind: Kind) throws(FilterProblem) -> Filter {
        let plain = words.joined(separator: " ")
        let quoted = words.count > 1 ? requoted(words) : plain
        let problem: FilterProblem
        do { return try Filter(quoted, of: kind) } catch { problem = error }
        guard quoted != plain else { throw problem.withSuggestions }
        do {
            return try Filter(plain, of: kind)
        } catch {
            // Report the problem that is closer to the end of the filter.
            throw (problem.rest <= error.rest ? problem : error).withSuggestions
        }
    }

    /// Joins words and quotes the values in them. The last word may be incomplete.
    static func requoted(_ words: [String]) -> String {
        var text = ""
        for word in words {
            let isValue = text.last.map(signs.contains) ?? false
            text += (text.isEmpty ? "" : " ") + (isValue ? quote(word) : requoted(word))
        }
        return text
    }

    /// Quotes the value in a word such as `group=Rebel Alliance`.
    private static func requoted(_ word: String) -> String {
        guard let sign = word.firstIndex(where: signs.contains), !word[..<sign].contains(where: \.isWhitespace),
            let value = word[sign...].firstIndex(where: { !signs.contains($0) })
        else { return word }
        return word[..<value] + quote(String(word[value...]))
    }

    /// Quotes a value. Unbalanced closing parentheses at the end stay outside the quotes.
    private static func quote(_ value: String) -> String {
        if let first = value.first, first == value.last, value.count > 1, quotes.contains(first) { return value }
        let excess = max(0, value.count { $0 == ")" } - value.count { $0 == "(" })
        let parentheses = String(value.reversed().prefix { $0 == ")" }.prefix(excess))
        return FilterValue.text(String(value.dropLast(parentheses.count))).description + parentheses
    }

    private static let signs: Set<Character> = ["<", ">", "=", "~", "≤", "≥", "≠"]
    private static let quotes: Set<Character> = ["\"", "'"]
}

extension FilterProblem {
    /// The length of the text that follows the mistake.
    fileprivate var rest: Int { text.count - column }

    package var withSuggestions: FilterProblem {
        var problem = self
        if !found.isEmpty { problem.suggestions = SpellingSuggestions.suggestions(for: found, among: expected.words) }
        return problem
    }
}

extension Kind {
    /// An example of a filter for this kind of record, for the help.
    package var filterExample: String {
        switch self {
        case .person: "birthday is null and group = \"Rebel Alliance\""
        case .group: "members > 10"
        case .planet: "radius:rearth < 1.25 and discovered >= 2020"
        case .note: "text ~ plans and modified >= 2026-11"
        }
    }
}

/// An incomplete filter, for completion. In `radius:re`, the word to complete is `re`, and its prefix is `radius:`.
public struct PartialFilter: Sendable {
    /// The text before the word at the cursor.
    public let text: String
    /// The text directly before the word at the cursor, without a space in between.
    public let prefix: String
    public let word: String

    /// Creates a partial filter from the text typed before the cursor.
    ///
    /// - Parameter words: The preceding words, with or without a leading `where`.
    public init(_ typed: String, isQuoted: Bool, after words: [String]) {
        let separators = ":()<>=!~≤≥≠"
        let end = isQuoted ? nil : typed.lastIndex { separators.contains($0) }
        let start = end.map { typed.index(after: $0) } ?? typed.startIndex
        let isFirst = words.first?.lowercased() == "where"
        prefix = String(typed[..<start])
        word = String(typed[start...])
        text = FilterTokenJoiner.requoted(words.dropFirst(isFirst ? 1 : 0) + (prefix.isEmpty ? [] : [prefix]))
    }
}
