import Localization
import Model

/// Puts a filter together again that a shell, or the prompt, has cut into words: what stood in quotes behind a sign
/// is a value, quoted anew.
package enum FilterTokenJoiner {
    /// What stands behind `where`; nil for no words at all.
    package static func filter(behind words: some Collection<String>, of kind: Kind) throws -> Filter? {
        guard let first = words.first else { return nil }
        guard first.lowercased() == "where" else { throw CommandProblem.unwantedWord(first, list: kind) }
        return try filter(Array(words.dropFirst()), of: kind)
    }

    package static func filter(_ words: [String], of kind: Kind) throws(FilterProblem) -> Filter {
        let plain = words.joined(separator: " ")
        let quoted = words.count > 1 ? requoted(words) : plain
        let problem: FilterProblem
        do { return try Filter(quoted, of: kind) } catch { problem = error }
        guard quoted != plain else { throw problem.withSuggestions }
        do {
            return try Filter(plain, of: kind)
        } catch {
            // The mistake of whichever was understood further.
            throw (problem.rest <= error.rest ? problem : error).withSuggestions
        }
    }

    /// As a text; the last word may be a beginning.
    static func requoted(_ words: [String]) -> String {
        var text = ""
        for word in words {
            let isValue = text.last.map(signs.contains) ?? false
            text += (text.isEmpty ? "" : " ") + (isValue ? quote(word) : requoted(word))
        }
        return text
    }

    /// `group=Rebel Alliance` as one would have to write it.
    private static func requoted(_ word: String) -> String {
        guard let sign = word.firstIndex(where: signs.contains), !word[..<sign].contains(where: \.isWhitespace),
            let value = word[sign...].firstIndex(where: { !signs.contains($0) })
        else { return word }
        return word[..<value] + quote(String(word[value...]))
    }

    /// Brackets that close nothing in the value stand behind it.
    private static func quote(_ value: String) -> String {
        if let first = value.first, first == value.last, value.count > 1, quotes.contains(first) { return value }
        let excess = max(0, value.count { $0 == ")" } - value.count { $0 == "(" })
        let brackets = String(value.reversed().prefix { $0 == ")" }.prefix(excess))
        return FilterValue.text(String(value.dropLast(brackets.count))).description + brackets
    }

    private static let signs: Set<Character> = ["<", ">", "=", "~", "≤", "≥", "≠"]
    private static let quotes: Set<Character> = ["\"", "'"]
}

extension FilterProblem {
    /// How much stands behind the mistake.
    fileprivate var rest: Int { text.count - column }

    package var withSuggestions: FilterProblem {
        var problem = self
        if !found.isEmpty { problem.suggestions = SpellingSuggestions.suggestions(for: found, among: expected.words) }
        return problem
    }
}

extension Kind {
    /// A filter to show in help.
    package var filterExample: String {
        switch self {
        case .person: "birthday is null and group = \"Rebel Alliance\""
        case .group: "members > 10"
        case .planet: "radius:rearth < 1.25 and discovered >= 2020"
        case .note: "text ~ plans and modified >= 2026-11"
        }
    }
}
