import Model
import Text

/// The folded form of a name, for lookup and sorting.
enum NameKey {
    /// The maximum length of the part of a name that is folded. Only the title of a note is likely to be longer.
    private static let limit = 256

    /// Returns the name folded for search, with its words separated by single spaces.
    static func of(_ name: String) -> String {
        Folding.parts(of: Folding.fold(beginning(of: name))).joined(separator: " ")
    }

    /// Returns the folded name for sorting by the alphabet of the sort language.
    static func sorting(_ name: String, _ rules: NameRules) -> String {
        guard let alphabet = SortAlphabet.of(rules.sortLanguage) else { return of(name) }
        return of(alphabet.ordered(beginning(of: name)))
    }

    /// Returns the keys of names. In a catalog, each name also has a key without spaces and punctuation.
    static func all(of names: [String], isCatalog: Bool) -> Set<String> {
        let keys = names.map(of) + (isCatalog ? names.map { Folding.catalogKey(beginning(of: $0)) } : [])
        return Set(keys.filter { !$0.isEmpty })
    }

    private static func beginning(of name: String) -> String {
        name.utf8.count > limit ? String(name.prefix(limit)) : name
    }
}

extension Person {
    /// The name as one word, if its script does not separate names by spaces.
    var unspacedNames: [String] { name.isEastAsian ? [familyFirstName] : [] }

    /// The sort name of a person: family name first, or the title if there is no name.
    var sortName: String {
        let parts = [name.family, name.given, name.middle, name.suffix].filter { !$0.isEmpty }
        return parts.isEmpty ? title : parts.joined(separator: " ")
    }
}
