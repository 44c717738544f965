import Display
import Localization
import Model

extension Person: Presentable {
    static let columns = [
        Column("name", "Name"), Column("emails", "Email", isWhole: true), Column("phones", "Phone", isWhole: true),
        Column("organization", "Organization"),
        .id,
    ]
    static let placeholder: Message =
        "No contacts yet. Use “new person given=… family=…” to add one, or “seed” to list sample data."

    static let page = fields.inPageOrder()

    static func derived(from person: Record<Person>) -> [Field] {
        let overdue: Message = "overdue"
        let due: Value =
            switch person.content.nextContact {
            case .due(let date): .day(orNone: date)
            case .now: .date(iso: "", words: overdue.localized)
            case nil: .none
            }
        return [Field("due", "Due", due)]
    }

    static func placeholder(for filter: Filter) -> Message? {
        guard case .compare(let field, .lessOrEqual, _) = filter.condition,
            field.name == RecordOrder<Person>.due.rawValue
        else { return nil }
        return "No contacts are due. Use “edit NAME contact=30d” to be reminded of a contact."
    }

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

    static var relatedNow: RelatedRecords? { RelatedRecords([]) }

    static func related(to person: Record<Person>) -> [RelatedRecords] {
        [
            RelatedRecords("groups", "Groups", person.links.groups)
                .withKinds(person.links.groupKinds, smartGroups: person.links.smartGroups),
            RelatedRecords("notes", "Notes", person.links.notes, list: .note),
            RelatedRecords("home", "Home", person.links.home.map { [$0] } ?? []),
        ]
    }

    static func consequences(ofDeleting person: Record<Person>) -> [Message] {
        [
            count(person.links.groups.count, "membership").map { "removes \($0)" },
            count(person.links.notes.count, "note").map { "detaches \($0)" },
        ].compactMap { $0 }
    }

    var webAddress: String? { urls.first?.value }

    static var photoPath: (WritableKeyPath<Person, BlobID?> & Sendable)? { \Person.photo }
}
