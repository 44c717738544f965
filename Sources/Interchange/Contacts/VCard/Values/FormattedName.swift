/// A name as it is said, where a card has nothing else.
enum FormattedName {
    /// The last word and the particles before it are the family name; together the parts are the name again.
    static func parts(of name: String) -> (given: String, family: String) {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 1, !name.contains(","), !words.contains("") else { return (name, "") }
        var start = words.count - 1
        while start > 1, particles.contains(words[start - 1].lowercased()) { start -= 1 }
        return (words[..<start].joined(separator: " "), words[start...].joined(separator: " "))
    }

    private static let particles: Set = [
        "van", "von", "de", "der", "den", "di", "da", "del", "della", "dos", "du", "la", "le", "bin", "ibn", "al",
        "ter",
        "ten", "zu", "zum", "zur", "af", "av",
    ]
}
