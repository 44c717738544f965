import Model
import Text

/// A name as it is said.
enum FormattedName {
    /// A whole name of somebody whose parts are others now: what it says beside them stays, such as “Dr.”, and all of it
    /// where none of them is in it, such as “Mom”.
    static func renamed(_ whole: String, from old: Person, to new: Person) -> String {
        var renamed = whole
        renamed.rename(old.name.prefix, new.name.prefix)
        if renamed.rename(old.title, new.title) { return renamed }
        let isSaid = !Set(Folding.words(of: whole)).isDisjoint(with: Folding.words(of: old.title))
        for part in [\PersonName.given, \.middle, \.family, \.suffix] {
            let (before, after) = (old.name[keyPath: part], new.name[keyPath: part])
            if before != after, after.isEmpty || !renamed.rename(before, after), isSaid { return new.title }
        }
        return renamed
    }

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

extension String {
    /// Puts other words in the place of some, if they stand there as words.
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
