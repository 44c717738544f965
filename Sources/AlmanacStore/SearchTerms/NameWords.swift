import Model
import Text

/// The words of a person's name, folded, as names are compared by.
package struct NameWords: Hashable {
    /// With middle names behind it; what is abbreviated ends with a point.
    package let given: [String]
    /// With its particles: “van der Berg” is one word.
    package let family: String
    /// What tells a daughter or a son from the parent of the same name.
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

    /// Given name and family name by how they sound, in whatever order; nil without both.
    package var sound: String? {
        guard let first = given.first, !family.isEmpty else { return nil }
        return [Nicknames.fullName(of: first.withoutPoint), family].map(Misspelling.sound).sorted().joined(
            separator: " ")
    }

    /// The first letters of given name and family name, in whatever order; nil without both.
    package var initials: String? {
        guard let first = given.first, !family.isEmpty else { return nil }
        return [Nicknames.fullName(of: first.withoutPoint), family].map { String($0.prefix(1)) }.sorted().joined()
    }

    private static let generations = [
        "jr": "junior", "junior": "junior", "ml": "junior", "fils": "junior", "sr": "senior", "senior": "senior",
        "st": "senior", "pere": "senior", "ii": "2", "iii": "3", "iv": "4",
    ]
}

extension String {
    package var withoutPoint: String { last == "." ? String(dropLast()) : self }
}
