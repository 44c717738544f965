import Model
import Text

/// The folded form of a name, for lookup and sorting.
enum NameKey {
    /// The maximum number of characters of a name that are folded. Only the title of a note is likely to be longer.
    private static let limit = 256

    /// Returns the name folded for search, with its words separated by single spaces.
    static func key(for name: String) -> String {
        Folding.parts(of: Folding.fold(beginning(of: name))).joined(separator: " ")
    }

    /// Returns the folded name for sorting by the alphabet of the sort language.
    static func sorting(_ name: String, _ rules: NameRules) -> String {
        guard let alphabet = SortAlphabet(language: rules.sortLanguage) else { return key(for: name) }
        return key(for: alphabet.ordered(beginning(of: name)))
    }

    /// Returns the keys of names. In a catalog, each name also has a key without spaces or punctuation.
    static func all(of names: [String], isCatalog: Bool) -> Set<String> {
        let keys = names.map(key(for:)) + (isCatalog ? names.map { Folding.catalogKey(beginning(of: $0)) } : [])
        return Set(keys.filter { !$0.isEmpty })
    }

    private static func beginning(of name: String) -> String {
        name.utf8.count > limit ? String(name.prefix(limit)) : name
    }
}

extension Person {
    /// The name as a single word, if its script does not separate names with spaces.
    var unspacedNames: [String] { name.isEastAsian ? [familyFirstName] : [] }

    /// The sort name of a person: family name first, or the title if there is no name.
    var sortName: String {
        let parts = [name.family, name.given, name.middle, name.suffix].filter { !$0.isEmpty }
        return parts.isEmpty ? title : parts.joined(separator: " ")
    }
}

/// The folded words of a person’s name, for comparison.
struct NameWords: Hashable {
    /// The given and middle names without titles. Abbreviations end with a period.
    private(set) var given: [String]
    /// The words of the family name, such as “van”, “der”, and “berg”, without suffixes.
    private(set) var familyWords: [String]
    /// The generational suffix, such as “junior”, if any.
    private(set) var generation: String?
    /// The words of the nickname.
    let nickname: [String]
    private var scripts: Set<WordScript> = []

    init(_ name: PersonName) {
        given = Self.words(name.given)
        familyWords = Self.words(name.family)
        generation = Self.generation(in: name.suffix)
        nickname = Folding.words(of: name.nickname)
        let middle = Self.words(name.middle)
        if given.isEmpty, familyWords.isEmpty, middle.isEmpty { given = nickname }
        removeTitles()
        removeSuffixes(from: \.familyWords)
        familyWords = familyWords.map(\.withoutPoint)
        if familyWords.isEmpty, middle.isEmpty, given.count > 1 { splitGivenName(name.given) }
        given += middle
        scripts = Set((given + familyWords).map(WordScript.scripts).joined())
    }

    /// Returns whether the names have a script in common. Latin, Greek, and Cyrillic count as one script.
    func isComparable(with other: NameWords) -> Bool { !scripts.isDisjoint(with: other.scripts) }

    private static func words(_ text: String) -> [String] {
        Folding.parts(of: text).flatMap { part in
            let words = Folding.words(of: part)
            return part.last == "." && words.count == 1 ? words.map { $0 + "." } : words
        }
    }

    // MARK: - Parts

    /// The family name as one word, including particles, such as “vanderberg” for “van der Berg”.
    var family: String { familyWords.joined() }

    var isEmpty: Bool { given.isEmpty && familyWords.isEmpty }

    /// The phonetic keys of the first given name, expanded if it is a nickname, and of the family name, in alphabetical
    /// order; `nil` unless both are known.
    var sounds: (String, String)? {
        guard let first = given.first, !familyWords.isEmpty else { return nil }
        let sounds = (PhoneticKey.key(for: Nicknames.fullName(of: first.withoutPoint)), PhoneticKey.key(for: family))
        return sounds.0 < sounds.1 ? sounds : (sounds.1, sounds.0)
    }

    /// The sounds as a single string, or `nil` if they are unknown.
    var sound: String? { sounds.map { "\($0) \($1)" } }

    // MARK: - Titles, suffixes, and whole names

    /// Splits a whole name that was entered as the given name, such as “Ann Archer” or “Archer, Ann”.
    private mutating func splitGivenName(_ text: String) {
        removeSuffixes(from: \.given)
        let parts = text.split(separator: ",", maxSplits: 1).map { Self.words(String($0)) }
        if parts.count == 2, !parts[0].isEmpty, given.count > parts[0].count, given.starts(with: parts[0]) {
            familyWords = parts[0]
            given.removeFirst(parts[0].count)
        } else if given.count > 1 {
            let start = given.dropFirst().firstIndex(where: Self.particles.contains) ?? given.count - 1
            familyWords = given[start...].map(\.withoutPoint)
            given.removeSubrange(start...)
        }
    }

    private mutating func removeTitles() {
        guard let first = given.first?.withoutPoint, Self.titles.contains(first) else { return }
        let rest = given.dropFirst().drop {
            let word = $0.withoutPoint
            return Self.titles.contains(word) || Self.furtherTitles.contains(word)
        }
        if !rest.isEmpty || !familyWords.isEmpty { given = Array(rest) }
    }

    private mutating func removeSuffixes(from path: WritableKeyPath<NameWords, [String]>) {
        let ending = self[keyPath: path].suffix(2)
        if self[keyPath: path].count > 2, ending.allSatisfy({ $0.last == "." }),
            let generation = Self.generations[ending.map(\.withoutPoint).joined()]
        {
            self.generation = self.generation ?? generation
            self[keyPath: path].removeLast(2)
        }
        while self[keyPath: path].count > 1, let word = self[keyPath: path].last {
            let last = word.withoutPoint
            if word != last, Self.abbreviatedGenerations.contains(last) {
                generation = generation ?? Self.generations[last]
                self[keyPath: path].removeLast()
                continue
            }
            let isGeneration = Self.generationsInNames.contains(last)
            guard isGeneration || Self.degrees.contains(last) else { return }
            if isGeneration, generation == nil { generation = Self.generations[last] }
            self[keyPath: path].removeLast()
        }
    }

    private static let generations = [
        "jr": "junior", "junior": "junior", "ml": "junior", "fils": "junior", "sr": "senior", "senior": "senior",
        "st": "senior", "pere": "senior", "ii": "2", "iii": "3", "iv": "4", "jun": "junior", "jnr": "junior",
        "sen": "senior", "snr": "senior", "da": "senior", "derältere": "senior", "deraltere": "senior",
        "dieältere": "senior", "diealtere": "senior", "theelder": "senior", "dj": "junior", "derjüngere": "junior",
        "derjungere": "junior", "diejüngere": "junior", "diejungere": "junior", "theyounger": "junior",
        "aine": "senior", "cadet": "junior", "hijo": "junior", "filho": "junior",
        "1": "senior", "i": "senior", "1st": "senior", "2": "2", "2nd": "2", "3": "3", "3rd": "3", "4": "4", "4th": "4",
    ]

    /// Returns the generation in a suffix, if any. It can be one word, such as `sen.`, or several, such as `d. Ä.`.
    private static func generation(in suffix: String) -> String? {
        let words = Folding.words(of: suffix)
        return generations[words.joined()] ?? words.firstNonNil { generations[$0] }
    }

    /// The abbreviations that are generational suffixes only with a period.
    private static let abbreviatedGenerations: Set = ["jun", "sen", "jnr", "snr", "1", "2", "3", "4"]

    /// The generational suffixes that are recognized at the end of a name, because they are not family names.
    private static let generationsInNames: Set = ["jr", "junior", "sr", "senior", "ii", "iii", "iv"]

    private static let degrees: Set = ["phd", "md", "mba", "msc", "bsc", "esq"]

    private static let particles: Set = [
        "van", "von", "de", "del", "della", "di", "da", "dos", "al", "bin", "ibn", "ter",
    ]

    private static let titles: Set = [
        "dr", "prof", "professor", "mr", "mrs", "ms", "miss", "sir", "herr", "frau", "mme", "mlle", "dott", "dipl",
        "rev",
    ]

    /// The titles that occur only after other titles.
    private static let furtherTitles: Set = ["med", "ing", "phil", "jur", "rer", "nat", "hc"]
}

extension String {
    var withoutPoint: String { last == "." ? String(dropLast()) : self }
}
