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

/// Returns a phrase such as `2 notes`, or `nil` if the number is 0.
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

/// Returns a phrase such as `more than 1000 notes`, or `nil` if the number is 0.
func count(_ number: LinkedRecords.Count, _ noun: String) -> Message? {
    switch number {
    case .exactly(let number): count(number, noun)
    case .moreThan(let number): "more than \(Message(number, noun))"
    }
}

extension PersonDataSource {

    /// Returns the persons who are named unambiguously in the first relations of a person, and other persons whose
    /// relations name this person.
    func relatives(of person: Record<Person>) async throws -> [RelatedPerson] {
        var relatives: [RelatedPerson] = []
        for relation in person.relations.prefix(relativesLimit) {
            let named = try await named(relation.value)
            if named.count == 1, named[0].address != person.address {
                relatives.append(RelatedPerson(person: named[0], relation: "\(relation.label)"))
            }
        }
        for name in [NameOrder.given, .family].map({ person.content.title(in: $0) }).unique {
            let inverse = try await self.relations(naming: name, limit: relativesLimit)
                .filter { relation in
                    relation.person.address != person.address && !relatives.contains { $0.person == relation.person }
                }
            // A name that several persons have does not identify this person.
            guard !inverse.isEmpty, try await named(name).count == 1 else { continue }
            relatives += inverse.map { relation in
                let label: Message = relation.label.isEmpty ? "related" : "\(relation.label)"
                return RelatedPerson(person: relation.person, relation: "has this person as \(label)")
            }
        }
        return relatives
    }
}

/// The maximum number of relations of a person that are looked up.
private let relativesLimit = 20

extension PlanetDataSource {
    /// Returns the other bodies that orbit the same body as a planet.
    func siblings(of planet: Record<Planet>) async throws -> RelatedRecords {
        RelatedRecords(siblings: try await siblings(of: planet.id), around: planet.parent)
    }
}
