import Localization
import Model
import Text

/// A writer of LDIF files (RFC 2849) with the attributes of `inetOrgPerson` and of Mozilla’s address book.
public struct LDIFWriter: ContactEncoder {
    private static let width = 76

    private var bytes = Array("version: 1\n".utf8)

    public init() {}

    public mutating func write(_ card: ContactCard) -> WrittenCard {
        var lines: [(name: String, value: [UInt8])] = []
        func add(_ name: String, _ value: String) { if !value.isEmpty { lines.append((name, Array(value.utf8))) } }
        add("dn", DistinguishedName.name(ofUID: card.uid ?? card.group?.name ?? card.person.title))
        if let group = card.group {
            for name in ["top", "groupOfNames"] { add("objectClass", name) }
            add("cn", group.name)
            add("description", group.summary)
            for member in group.members { add("member", DistinguishedName.name(ofUID: member)) }
        } else {
            let isPerson = !card.person.name.family.isEmpty
            let classes = isPerson ? ["person", "organizationalPerson", "inetOrgPerson"] : []
            for name in ["top"] + classes + ["mozillaAbPersonAlpha"] { add("objectClass", name) }
            add("uid", card.uid ?? "")
            add("cn", card.person.displayName(in: .card).nonEmpty ?? card.person.organization)
            for (name, value) in Self.attributes(of: card) { add(name, value) }
            if let photo = card.photo { lines.append(("jpegPhoto", photo.bytes)) }
        }
        bytes.append(.lineFeed)
        for line in lines { write(line.name, line.value) }
        return WrittenCard(losses: card.group == nil ? Self.losses(of: card, lines) : [])
    }

    public mutating func finish() {}

    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    // MARK: - Attributes

    private static func attributes(of card: ContactCard) -> [(name: String, value: String)] {
        let person = card.person
        var attributes: [(name: String, value: String)] = []
        func add(_ meaning: String, _ value: String) {
            if let name = LDIFAttributes.written[meaning] { attributes.append((name, value)) }
        }
        for field in Person.fields where field.shape == .single && field.key != "birthday" {
            if let value = field.read(person).first?.value { add(field.key, value) }
        }
        for email in person.emails { add("email", email.value) }
        let standard = LabelVocabulary.places.standard
        for phone in person.phones { add("phone." + standard(phone.label.nonEmpty ?? "work"), phone.value) }
        for label in ["work", "home"] {
            guard let address = person.addresses.first(where: { standard($0.label) == label })?.value else { continue }
            add("address.\(label).street", address.street)
            add("address.\(label).locality", address.locality)
            add("address.\(label).region", address.region)
            add("address.\(label).postalCode", address.postalCode)
            add("address.\(label).country", address.country)
        }
        for url in person.urls { add("url", url.label.isEmpty ? url.value : "\(url.value) \(url.label)") }
        for profile in person.profiles where profile.value.isURI {
            let label = profile.label.isEmpty ? "" : " " + profile.label
            add("url", "\(profile.value) \(LDIFAttributes.profile)\(label)")
        }
        add("language", preferredLanguages(person.languages.map(\.value).filter(FieldSyntax.isLanguage)))
        for messenger in person.messengers { add("im.\(messenger.label)", messenger.value) }
        for field in person.customFields { add("field.\(field.label)", field.value) }
        add("birthday.year", person.birthday?.year.map(String.init) ?? "")
        add("birthday.month", person.birthday?.month.map(String.init) ?? "")
        add("birthday.day", person.birthday?.day.map(String.init) ?? "")
        for note in card.notes { add("note", note) }
        return attributes
    }

    /// Returns the languages with decreasing weights, as in `fr, en;q=0.9` (RFC 2798 section 2.7).
    private static func preferredLanguages(_ languages: [String]) -> String {
        languages.enumerated().map { index, language in
            index == 0 ? language : "\(language);q=0.\(max(1, 10 - index))"
        }.joined(separator: ", ")
    }

    /// Returns the information that is lost if the written attributes are read again.
    private static func losses(of card: ContactCard, _ lines: [(name: String, value: [UInt8])]) -> [CardLoss] {
        let raw = lines.map { name, value in
            LDIFRecord.Line(bytes: Array("\(name):: ".utf8) + Base64.encoded(value), number: 1)
        }
        guard let record = try? LDIFRecord(raw), let read = try? LDIFCardReader.card(of: record) else { return [] }
        let person = card.person.withoutReminder
        var lost = Person.fields.filter { Set($0.read(person)) != Set($0.read(read.person)) }.map {
            (property: $0.key, name: $0.title)
        }
        if card.notes != read.notes { lost.append(("NOTE", "notes")) }
        if !card.groupsWithCards.isSuperset(of: card.categories) { lost.append(("CATEGORIES", "groups")) }
        if card.planet != nil { lost.append(("X-ALMANAC-PLANET", "home planet")) }
        if card.photo != read.photo { lost.append(("PHOTO", "photo")) }
        lost += CardLines.newNames(in: card.person.card, beside: []).map { ($0, $0) }
        return lost.map { property, name in
            CardLoss(
                title: card.person.title, property: property,
                sentence: "LDIF cannot represent this exactly: \(title: name).")
        }
    }

    // MARK: - Lines

    private mutating func write(_ name: String, _ value: [UInt8]) {
        var line = Array(name.utf8)
        line += Array((Self.isSafe(value) ? ": " : ":: ").utf8)
        line += Self.isSafe(value) ? value : Base64.encoded(value)
        var rest = line[...]
        bytes += rest.prefix(Self.width)
        rest = rest.dropFirst(Self.width)
        while !rest.isEmpty {
            bytes += [.lineFeed, 0x20]
            bytes += rest.prefix(Self.width - 1)
            rest = rest.dropFirst(Self.width - 1)
        }
        bytes.append(.lineFeed)
    }

    /// Returns whether a value can be written without base64 (`SAFE-STRING` in RFC 2849).
    private static func isSafe(_ value: [UInt8]) -> Bool {
        let isText = value.allSatisfy { $0 < 0x80 && $0 != 0 && $0 != .lineFeed && $0 != .carriageReturn }
        return isText && value.last != 0x20
            && !(value.first.map { [0x20, .colon, UInt8(ascii: "<")].contains($0) } ?? false)
    }
}
