import Display
import Localization
import Model
import Navigation

/// The records that are related to a record in the same way. If there are many, only the first records are included.
struct RelatedRecords: Hashable, Sendable {
    let key: String
    let title: Title
    private(set) var first: [RecordReference]
    private var descriptions: RecordDescriptions?
    /// The command that lists all related records, without its option; `nil` if this group includes all of them.
    private var listing: String?
    /// The option of the command that lists all related records.
    private var option = "--of"
    /// A sentence with the command that lists all related records, if no command has an option for them; `nil`
    /// otherwise.
    private var hintForMore: Message?

    init(_ key: String, _ title: Title, _ all: [RecordReference]) {
        self.key = key
        self.title = title
        first = all
    }

    /// Creates the relations of a person.
    init(_ relatives: [RelatedPerson]) {
        self.init("relatives", "Relations", relatives.map(\.person).unique)
        let relations = Dictionary(grouping: relatives, by: \.person.id)
        descriptions = RecordDescriptions(
            column: Column("relation", "Relation"),
            values: relations.mapValues { .list($0.map { .words($0.relation) }) })
    }

    /// Creates the bodies that orbit the same body as a planet.
    init(siblings: LinkedRecords, around parent: String) {
        self.init("siblings", "Siblings", siblings.first)
        hintForMore = siblings.hasMore ? "Use `system \(parent)` to list all of them." : nil
    }

    /// Creates a group of related records.
    ///
    /// - Parameter order: The sort order of the records, if it differs from the default order of the list.
    init(_ key: String, _ title: Title, _ records: LinkedRecords, list kind: Model.Kind, order: String? = nil) {
        self.key = key
        self.title = title
        first = records.first
        listing = records.hasMore ? kind.plural + (order.map { " --sort \($0)" } ?? "") : nil
    }

    /// Creates the journal entries of a person, with their dates.
    init(journal: LinkedRecords, dates: [RecordID: CivilDate]) {
        self.init("journal", "Journal", journal.first)
        descriptions = RecordDescriptions(
            column: Column("date", "Date"), values: dates.mapValues { .day(orNone: $0) })
        if journal.hasMore { (listing, option) = ("journal", "--with") }
    }

    /// Returns these groups with their kinds, followed by smart groups.
    func withKinds(_ kinds: [RecordID: String], smartGroups smart: [RecordReference]) -> RelatedRecords {
        var groups = self
        groups.first += smart
        let named = smart.reduce(into: kinds) { $0[$1.id] = "smart" }
        if !named.isEmpty {
            groups.descriptions = RecordDescriptions(
                column: Column("groupKind", "Kind"), values: named.mapValues { .text(orNone: $0) })
        }
        return groups
    }

    /// The keys of the relations of all kinds of records.
    static var keys: [String] {
        (Person.relatedKeys + Group.relatedKeys + Planet.relatedKeys + Note.relatedKeys).unique
    }

    /// The records as a machine-readable field.
    var field: Field { Field(key, title, .references(first), for: .programs) }

    func table(from number: Int?) -> Table {
        .references(first, key: key, title: title, from: number, describedBy: descriptions)
    }

    /// Returns a hint on how to list all related records, or `nil` if all of them are included.
    func hint(of id: RecordID) -> Message? {
        let more: Message? = hintForMore ?? listing.map { "Use `\($0) \(option) \(id)` to list all of them." }
        return more.map { "Only the first \(first.count) are shown. \($0)" }
    }
}

extension Presentable {
    fileprivate static var relatedKeys: [String] {
        related(to: .blank).map(\.key) + [relatedNow?.key].compactMap(\.self)
    }
}

/// A person in the relations of another person.
struct RelatedPerson: Hashable, Sendable {
    /// The side on which a relation is written.
    enum Side: Hashable, Sendable { case own, other, both }

    let person: RecordReference
    /// The label of the written relation.
    let label: String
    let side: Side

    /// The relation, as seen from the person on the page.
    var relation: Message {
        switch side {
        case .own, .both: label.isEmpty ? "related" : "\(label)"
        case .other: inverse ?? "has this person as \(label)"
        }
    }

    private var inverse: Message? {
        if label.isEmpty { return "related" }
        guard let term = RelationTerm.inverse(of: label) else { return nil }
        return "\(term)"
    }

    /// Returns a sentence with the command that writes the other side of the relation, or `nil` if that side is already
    /// written or its term is unknown.
    func offer(of owner: RecordReference) -> Message? {
        guard side == .own, let term = RelationTerm.inverse(of: label) else { return nil }
        let command = ShellWords.joined(["edit", person.id.description, "relation.\(term)+=\(owner.name)"])
        return "\(person.name) does not list this relation. Use “\(command)” to add it."
    }
}

/// Descriptions of records in a separate column.
struct RecordDescriptions: Hashable, Sendable {
    let column: Column
    var values: [RecordID: Value]

    func field(of id: RecordID) -> Field { Field(column.key, column.title, values[id] ?? .none) }
}

extension Table {
    /// Returns a table of record references. The rows are numbered from `number`, unless it is `nil`.
    static func references(
        _ references: [RecordReference], key: String, title: Title, from number: Int? = 1,
        describedBy description: RecordDescriptions? = nil
    ) -> Table {
        let columns = [Column("name", title)] + (description.map { [$0.column] } ?? []) + [.id]
        return Table(
            key, columns: columns,
            rows: references.map { reference in
                Row(
                    address: reference.row.address,
                    reference.row.fields + (description.map { [$0.field(of: reference.id)] } ?? []))
            },
            firstNumber: number, total: references.count)
    }
}

extension PersonDataSource {
    /// Returns the linked relations of a person, and the relations of other persons that lead to this person.
    func relatives(of person: Record<Person>) async throws -> [RelatedPerson] {
        let relations = try await relations(of: [person.id], limit: relativesLimit)
        let own = relations.filter { $0.owner.id == person.recordID }
        let others = relations.filter { $0.target.id == person.recordID }
        return own.map { relation in
            let isMutual = others.contains { $0.isOtherSide(of: relation) }
            return RelatedPerson(person: relation.target, label: relation.label, side: isMutual ? .both : .own)
        }
            + others.filter { relation in !own.contains { $0.isOtherSide(of: relation) } }.map {
                RelatedPerson(person: $0.owner, label: $0.label, side: .other)
            }
    }
}

extension PersonDataSource {
    /// Returns a sentence about the relations that a change has written: a notice about a relation without a link, or
    /// an offer to write the other side. Returns `nil` if neither applies.
    func offer(after change: RecordChange) async throws -> Message? {
        let written = change.fields.filter { $0.key == "relation" }
        guard !written.isEmpty, change.action != .deleted, let id = Person.ID(change.record.id) else { return nil }
        let person = try await record(id)
        let texts = person.content.relations.map(\.value).filter { text in
            written.contains { $0.new.contains(text) }
        }
        if let text = texts.first(where: { person.links.relatives[$0] == nil }) {
            return try await named(text).count > 1
                ? "“\(text)” identifies several contacts, so the relation has no link. Use an ID instead."
                : "“\(text)” does not identify a contact. The relation becomes a link when a matching contact is added."
        }
        let targets = texts.compactMap { person.links.relatives[$0]?.id }
        return try await relatives(of: person).lazy.filter { relative in
            targets.contains(relative.person.id) && written.contains { $0.new.contains(relative.label) }
        }.compactMap { $0.offer(of: person.reference) }.first
    }
}

extension PersonRelation {
    /// Returns whether this is the same relation, written on the other side.
    fileprivate func isOtherSide(of other: PersonRelation) -> Bool {
        owner == other.target && target == other.owner && RelationTerm.areSides(label, other.label)
    }
}

/// The maximum number of relations that are read for a person.
private let relativesLimit = 20

extension PlanetDataSource {
    /// Returns the other bodies that orbit the same body as a planet.
    func siblings(of planet: Record<Planet>) async throws -> RelatedRecords {
        RelatedRecords(siblings: try await siblings(of: planet.id), around: planet.parent)
    }
}
