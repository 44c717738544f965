import Model
import Text

/// The UIDs of a person’s card and a hash of its lines, for finding duplicates.
package struct CardTraits: Hashable {
    /// The UIDs, normalized with `CardUID.key`.
    package let uids: Set<String>
    /// A hash of the card lines or, without a card, of the fields. Different persons may have the same hash.
    package let digest: UInt64

    init(_ person: Person, uids: [String]) {
        self.uids = Set(uids.map(CardUID.key))
        digest = person.card.isEmpty ? Self.digest(person) : Self.digest(person.card)
    }

    var keys: Set<String> {
        Set(uids.map(Self.key(ofUID:))).union([key])
    }

    /// The duplicate key of the digest.
    package var key: String { "same:" + String(digest, radix: 16) }

    /// Returns the duplicate key of a UID. The UID may have any length.
    package static func key(ofUID uid: String) -> String {
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

/// Functions for the UIDs of contacts (RFC 6350 §6.7.6), which may be any text.
package enum CardUID {
    /// Returns the normalized form of a UID: trimmed, without `urn:uuid:`, and in lowercase if it is a UUID.
    package static func key(_ uid: String) -> String {
        let text = uid.trimmed
        let isURN = text.utf8.count > 9 && text.prefix(9).lowercased() == "urn:uuid:"
        let name = isURN ? String(text.dropFirst(9)) : text
        return isUUID(name) ? name.lowercased() : name
    }

    package static func isUUID(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            [8, 13, 18, 23].contains(place)
                ? byte == UInt8(ascii: "-") : 0x30...0x39 ~= byte || 0x61...0x66 ~= byte | 0x20
        }
    }
}
