import Model
import Text

/// The form of a name by which it is looked up and sorted.
package enum NameKey {
    /// Long enough for every name; what begins a note may be longer, and is not looked up by its end.
    private static let limit = 256

    /// Folded for search, with single spaces.
    package static func of(_ name: String) -> String {
        Folding.parts(of: Folding.fold(beginning(of: name))).joined(separator: " ")
    }

    /// Every key under which the names stand; a catalogue's also without spaces and punctuation.
    package static func all(of names: [String], isCatalog: Bool) -> Set<String> {
        let keys = names.map(of) + (isCatalog ? names.map { Folding.catalogKey(beginning(of: $0)) } : [])
        return Set(keys.filter { !$0.isEmpty })
    }

    private static func beginning(of name: String) -> String {
        name.utf8.count > limit ? String(name.prefix(limit)) : name
    }
}

extension Person {
    /// What lists of persons are sorted by: family before given name, or whatever stands for a name.
    var sortName: String {
        let parts = [name.family, name.given, name.middle, name.suffix].filter { !$0.isEmpty }
        return parts.isEmpty ? title : parts.joined(separator: " ")
    }
}
