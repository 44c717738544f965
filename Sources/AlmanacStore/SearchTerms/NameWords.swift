import Model
import Text

/// The folded words of a person’s name, for comparison.
package struct NameWords: Hashable {
    /// The given and middle names. Abbreviations end with a period.
    package let given: [String]
    /// The family name as one word, including particles, such as “vanderberg” for “van der Berg”.
    package let family: String
    /// The generational suffix, such as “junior”.
    package let generation: String?

    init(_ name: PersonName) {
        given = (Folding.parts(of: name.given) + Folding.parts(of: name.middle)).flatMap(Self.words)
        family = Folding.words(of: name.family).joined()
        generation = Folding.words(of: name.suffix).lazy.compactMap { Self.generations[$0] }.first
    }

    private static func words(_ part: String) -> [String] {
        let words = Folding.words(of: part)
        return part.last == "." && words.count == 1 ? words.map { $0 + "." } : words
    }

    package var isEmpty: Bool { given.isEmpty && family.isEmpty }

    /// The phonetic forms of the given and family names in alphabetical order; `nil` unless both names are known.
    package var sound: String? { pair?.map(FuzzyWordMatcher.sound).sorted().joined(separator: " ") }

    /// The initials of the given and family names in alphabetical order; `nil` unless both names are known.
    package var initials: String? { pair?.map { String($0.prefix(1)) }.sorted().joined() }

    /// The first given name, expanded if it is a nickname, and the family name; `nil` unless both are known.
    private var pair: [String]? {
        guard let first = given.first, !family.isEmpty else { return nil }
        return [Nicknames.fullName(of: first.withoutPoint), family]
    }

    private static let generations = [
        "jr": "junior", "junior": "junior", "ml": "junior", "fils": "junior", "sr": "senior", "senior": "senior",
        "st": "senior", "pere": "senior", "ii": "2", "iii": "3", "iv": "4",
    ]
}

extension String {
    package var withoutPoint: String { last == "." ? String(dropLast()) : self }
}
