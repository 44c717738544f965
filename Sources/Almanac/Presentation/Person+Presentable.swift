import Display
import Localization
import Model

extension Person: Presentable {
    static let columns = [
        Column("name", "Name"), Column("emails", "E-mail"), Column("phones", "Phone"),
        Column("organization", "Organization"),
        .address,
    ]
    static let placeholder: Message =
        "Nobody here yet: “new person given=… family=…” makes the first, “seed” plants some."

    static func fields(of person: Record<Person>, on today: CivilDate) -> [Field] {
        [
            Field("prefix", "Prefix", .text(orNone: person.name.prefix)),
            Field("given", "Given name", .text(orNone: person.name.given), for: .programs),
            Field("middle", "Middle name", .text(orNone: person.name.middle), for: .programs),
            Field("family", "Family name", .text(orNone: person.name.family), for: .programs),
            Field("suffix", "Suffix", .text(orNone: person.name.suffix), for: .programs),
            Field("nickname", "Nickname", .text(orNone: person.name.nickname)),
            Field("phonetic", "Phonetic name", .text(orNone: person.name.phonetic)),
            Field("organization", "Organization", .text(orNone: person.organization)),
            Field("department", "Department", .text(orNone: person.department)),
            Field("title", "Title", .text(orNone: person.jobTitle)),
            Field("planet", "Home", .reference(orNone: person.links.home)),
            Field("emails", "E-mail", .text(person.emails)),
            Field("phones", "Phone", .list(person.phones.map { .labeled($0.label, .phone($0.value)) })),
            Field("addresses", "Address", .list(person.addresses.map { .labeled($0.label, .parts($0.value.fields)) })),
            Field("urls", "Web", .text(person.urls)),
            Field("messengers", "Message", .text(person.messengers)),
            Field("birthday", "Birthday", .date(person.birthday, on: today)),
            Field("anniversary", "Anniversary", .date(person.anniversary, on: today)),
            Field("relations", "Relation", .text(person.relations)),
            Field("customFields", "Also", .text(person.customFields)),
            Field("photo", "Photo", .text(orNone: person.photo?.rawValue ?? ""), for: .programs),
            Field("groups", "Groups", .references(person.links.groups), for: .programs),
            Field("smartGroups", "Smart groups", .references(person.links.smartGroups), for: .programs),
            Field("notes", "Notes", .references(person.links.notes.first), for: .programs),
        ]
            + (person.photo == nil
                ? [] : [Field("photoHint", "Photo", .text("photo \(person.address) --save FILE"), for: .people)])
    }

    static func presentOnly(of person: Record<Person>) -> Set<String> { ["smartGroups", "notes"] }

    static func related(to person: Record<Person>) -> [Related] {
        [
            Related(
                "groups", "Groups",
                person.links.groups
                    + person.links.smartGroups.map {
                        RecordReference(address: $0.address, name: "\($0.name) (smart)")
                    }),
            Related("notes", "Notes", person.links.notes, list: .note),
            Related("home", "Home", person.links.home.map { [$0] } ?? []),
        ]
    }

    static func consequences(ofDeleting person: Record<Person>) -> [Message] {
        [
            count(person.links.groups.count, "membership").map { "ends \($0)" },
            count(person.links.notes.count, "note").map { "leaves \($0) behind" },
        ].compactMap { $0 }
    }

    var webAddress: String? { urls.first?.value }
}

extension PostalAddress {
    fileprivate var fields: [Field] {
        [
            Field("street", "Street", .text(orNone: street)),
            Field("locality", "Locality", .text(orNone: locality)),
            Field("region", "Region", .text(orNone: region)),
            Field("postalCode", "Postal code", .text(orNone: postalCode)),
            Field("country", "Country", .text(orNone: country)),
        ]
    }
}

/// `2 notes`, `1 note`, or nil for none.
func count(_ number: Int, _ noun: String) -> Message? {
    number == 0 ? nil : Message(number, noun)
}

func count(_ number: Int, _ kind: Kind) -> Message? {
    switch kind {
    case .person: count(number, "person")
    case .group: count(number, "group")
    case .planet: count(number, "planet")
    case .note: count(number, "note")
    }
}

/// `more than 1000 notes` where no more were counted.
func count(_ number: LinkedRecords.Count, _ noun: String) -> Message? {
    switch number {
    case .exactly(let number): count(number, noun)
    case .moreThan(let number): "more than \(Message(number, noun))"
    }
}
