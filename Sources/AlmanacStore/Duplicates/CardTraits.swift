import Interchange
import Model
import Text

/// What tells that two persons came from one card: its UID, and all that it says.
struct CardTraits: Hashable {
    /// As the card has it and as others have it, without `urn:uuid:`.
    let uids: Set<String>
    /// Of the lines of the card; of a person without a card, of the person. Equal ones may still come from others.
    let digest: UInt64

    init(_ person: Person) {
        uids = Set(person.knownUIDs.map(Self.bare))
        digest = person.card.isEmpty ? Self.digest(person) : Self.digest(person.card)
    }

    var traces: Set<String> {
        Set(uids.map(Self.trace(ofUID:))).union([trace])
    }

    /// Of all that it says.
    var trace: String { "same:" + String(digest, radix: 16) }

    /// A UID may be of any length.
    static func trace(ofUID uid: String) -> String {
        let name = bare(uid)
        return name.utf8.count <= 100 ? "uid:\(name)" : "uid:#\(String(digest([name]), radix: 16))"
    }

    /// RFC 6350 writes a UUID as `urn:uuid:…`, others as it is, in large or small letters.
    static func bare(_ uid: String) -> String {
        let text = uid.trimmed
        let isURN = text.utf8.count > 9 && text.prefix(9).lowercased() == "urn:uuid:"
        let name = isURN ? String(text.dropFirst(9)) : text
        return isUUID(name) ? name.lowercased() : name
    }

    static func isUUID(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            [8, 13, 18, 23].contains(place)
                ? byte == UInt8(ascii: "-") : 0x30...0x39 ~= byte || 0x61...0x66 ~= byte | 0x20
        }
    }

    private static func digest(_ person: Person) -> UInt64 {
        // Not the home: what happens to a planet is nothing of the person's.
        var person = person
        person.home = nil
        let fields = Person.fields.flatMap { field in field.read(person).map { "\(field.key).\($0.label)=\($0.value)" }
        }
        return digest(fields)
    }

    /// Of the lines, with an end behind each.
    private static func digest(_ lines: [String]) -> UInt64 {
        var hash = FNV1a()
        for line in lines {
            hash.combine(line.utf8)
            hash.combine(0x0A)
        }
        return hash.value
    }
}
