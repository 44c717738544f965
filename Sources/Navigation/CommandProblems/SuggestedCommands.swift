import Localization

/// Commands to suggest for unknown words.
enum SuggestedCommands {
    /// The commands with the meaning of words that other programs use.
    private static let synonyms = [
        "search": "find", "grep": "find", "ls": "persons", "list": "persons", "rm": "delete", "del": "delete",
        "remove-record": "delete", "create": "new", "tag": "add", "view": "show", "config": "settings",
    ]

    static func suggestions(for word: String, among known: [String]) -> [String] {
        if let synonym = synonyms[word.lowercased()], known.contains(synonym) { return [synonym] }
        return SpellingSuggestions.suggestions(for: word, among: known)
    }
}
