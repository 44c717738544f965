import Localization

/// A source of suggestions for unknown commands.
enum SuggestedCommands {
    /// The commands that correspond to command names used by other programs.
    private static let synonyms = [
        "search": "find", "grep": "find", "ls": "persons", "list": "persons", "rm": "delete", "del": "delete",
        "remove-record": "delete", "create": "new", "tag": "add", "view": "show", "config": "settings",
    ]

    static func isSynonym(_ word: String) -> Bool { synonyms[word.lowercased()] != nil }

    static func suggestions(for word: String, among known: [String]) -> [String] {
        if let synonym = synonyms[word.lowercased()], known.contains(synonym) { return [synonym] }
        return SpellingSuggestions.suggestions(for: word, among: known)
    }
}
