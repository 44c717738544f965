import Model
import Text

/// The duplicate keys of a card: those of its UIDs, and the hash of its lines.
enum CardTraits {
    /// Returns the duplicate key of the card lines or, without a card, of the fields. Different persons may have the same
    /// key.
    static func key(ofContentOf person: Person) -> String {
        "same:" + String(person.card.isEmpty ? digest(person) : digest(person.card), radix: 16)
    }

    /// Returns the duplicate key of a UID. The UID may have any length.
    static func key(ofUID uid: String) -> String {
        let name = CardUID.key(uid)
        return name.utf8.count <= 100 ? "uid:\(name)" : "uid:#\(String(digest([name]), radix: 16))"
    }

    private static func digest(_ person: Person) -> UInt64 {
        // The home planet is not part of the person's own data, and the card does not contain the reminder.
        var person = person.withoutReminder
        person.home = nil
        let fields = Person.fields.flatMap { field in field.read(person).map { "\(field.key).\($0.label)=\($0.value)" }
        }
        return digest(fields)
    }

    /// Returns a hash of the lines, each followed by a line feed.
    private static func digest(_ lines: [String]) -> UInt64 {
        var hash = FNV1a()
        for line in lines {
            hash.combine(line.utf8)
            hash.combine(0x0A)
        }
        return hash.value
    }
}
