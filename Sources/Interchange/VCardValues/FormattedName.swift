import Model
import Text

/// Operations on formatted names (`FN`).
enum FormattedName {
    /// Returns a formatted name with changed name parts replaced. Other words, such as “Dr.”, are kept. A name without
    /// name parts, such as “Mom”, remains unchanged. If a changed part cannot be replaced, the new title is returned.
    static func renamed(_ whole: String, from old: Person, to new: Person) -> String {
        var renamed = whole
        renamed.rename(old.name.prefix, new.name.prefix)
        if renamed.rename(old.title, new.title) { return renamed }
        let isMentioned = !Set(Folding.words(of: whole)).isDisjoint(with: Folding.words(of: old.title))
        for part in [\PersonName.given, \.middle, \.family, \.suffix] {
            let (before, after) = (old.name[keyPath: part], new.name[keyPath: part])
            if before != after, after.isEmpty || !renamed.rename(before, after), isMentioned { return new.title }
        }
        return renamed
    }

    /// Splits a full name. The family name is the last word with any preceding particles.
    static func parts(of name: String) -> (given: String, family: String) {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 1, !name.contains(","), !words.contains("") else { return (name, "") }
        var start = words.count - 1
        while start > 1, particles.contains(words[start - 1].lowercased()) { start -= 1 }
        return (words[..<start].joined(separator: " "), words[start...].joined(separator: " "))
    }

    private static let particles: Set = [
        "van", "von", "de", "der", "den", "di", "da", "del", "della", "dos", "du", "la", "le", "bin", "ibn", "al",
        "ter", "ten", "zu", "zum", "zur", "af", "av",
    ]
}

extension String {
    /// Replaces the first whole-word occurrence of a text. Returns whether there is one.
    @discardableResult
    fileprivate mutating func rename(_ words: String, _ others: String) -> Bool {
        func isOpen(_ character: Character?) -> Bool { character?.isLetter == true || character?.isNumber == true }
        let places = words.isEmpty ? [] : ranges(of: words)
        let place = places.first { !isOpen(self[..<$0.lowerBound].last) && !isOpen(self[$0.upperBound...].first) }
        guard let place else { return false }
        replaceSubrange(place, with: others)
        self = trimmed
        return true
    }
}
