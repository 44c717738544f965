import Display
import Localization
import Model

extension Person: Presentable {
    static let columns = [
        Column("name", "Name"), Column("emails", "E-mail"), Column("phones", "Phone"),
        Column("organization", "Organization"),
        .id,
    ]
    static let placeholder: Message =
        "Nobody here yet: “new person given=… family=…” makes the first, “seed” plants some."

    static let page = fields.inPageOrder()

    static func links(of person: Record<Person>) -> [Field] {
        [
            Field("photo", "Photo", .text(orNone: person.photo?.rawValue ?? ""), for: .programs),
            Field("groups", "Groups", .references(person.links.groups), for: .programs),
            Field("smartGroups", "Smart groups", .references(person.links.smartGroups), for: .programs),
            Field("notes", "Notes", .references(person.links.notes.first), for: .programs),
        ]
            + (person.photo == nil
                ? [] : [Field("photoHint", "Photo", .text("photo \(person.address) --save FILE"), for: .people)])
    }

    static func referred(by person: Record<Person>) -> Model.RecordReference? { person.links.home }

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
