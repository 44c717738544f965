import Display
import Interchange
import Localization
import Model
import Navigation

/// A location of the persons flow, or of its child flow.
enum PersonsLocation: Location {
    case records(RecordLocation<Person>)
    case importReview(ImportReview)

    var name: String {
        switch self {
        case .records(let location): location.name
        case .importReview(let review): review.name
        }
    }

    func child(_ name: String) -> PersonsLocation? {
        if case .records(let location) = self { location.child(name).map { .records($0) } } else { nil }
    }

    var parent: PersonsLocation? {
        if case .records(let location) = self { location.parent.map { .records($0) } } else { nil }
    }
}

/// A delegate that opens the records of other kinds that persons link to, and is notified of saved persons.
protocol PersonsFlowDelegate: GroupNavigator, PlanetNavigator, NoteNavigator, FormDelegate {}

/// The coordinator of the persons flow: the list, a person, the form, and the child flow that reviews an import.
struct PersonsFlowCoordinator: FlowCoordinator, PersonNavigator, ListNavigator, ImportNavigator {
    let persons: any PersonDataSource
    let notes: any NoteDataSource
    let duplicates: any DuplicateDataSource
    let records: RecordFlowContext
    /// The commands for mail programs.
    let mail: any Responder
    let imports: ImportCommand
    /// The command that exports contacts.
    let export: any Responder
    /// The command that shares a contact with another person.
    let share: any Responder
    let clock: Clock
    let calendar: CalendarFile
    let pictures: PictureWriter
    let delegate: any PersonsFlowDelegate

    let start = PersonsLocation.records(.standard)

    private var context: FlowContext { records.context }
    private var editor: RecordEditor<Person> { RecordEditor(source: persons, resolver: records.resolver) }

    func screen(for location: PersonsLocation) async throws -> any Screen {
        switch location {
        case .records(.list(let state)):
            return try await PageScreen(
                "persons", state: state,
                of: ListReader(persons, ownedBy: try await records.owner(of: state), in: context),
                at: { .persons(.list($0)) },
                navigator: self)
        case .records(.record(let id)):
            let (person, notice) = try await find(id)
            return try await PageScreen(
                person, in: context, others: RelatedRecords(try await persons.relatives(of: person)), notice: notice,
                extraCommands: [homeCommand(of: person)],
                rows: RowNavigators(persons: self, groups: delegate, planets: delegate, notes: delegate))
        case .records(.edit(let id)):
            return try await records.forms.edit(try await persons.record(id), editor, delegate)
        case .records(.new(let about)): return try await records.forms.new(Person(), about: about, editor, delegate)
        case .importReview(let review): return try await importReviewFlow(of: review).screen(for: review)
        }
    }

    func children(at location: PersonsLocation) -> [any Responder] {
        if case .importReview(let review) = location { [importReviewFlow(of: review)] } else { [] }
    }

    private func importReviewFlow(of review: ImportReview) -> ImportReviewFlowCoordinator {
        ImportReviewFlowCoordinator(start: review, imports: imports, delegate: self)
    }

    // MARK: - Navigators

    func showList(_ state: ListState<Person>) -> NavigationAction { .push(.persons(.list(state))) }
    func review(_ review: ImportReview) -> NavigationAction { .push(.importReview(importReviewFlow(of: review).start)) }
    func didImport(_ report: Page) -> NavigationAction { .all([.close(.importReview), .tell(report)]) }

    // MARK: - Commands

    var localCommands: [Command] { [.new(.person, by: records.changes)] }

    var sharedTopics: [Topic] {
        [
            Topic(
                "Contact details", ContactValueCommands(persons: persons, resolver: records.resolver).commands),
            Topic(
                "Relations",
                [RelationsCommand(persons: persons, resolver: records.resolver, pictures: pictures).command]),
            Topic("Keeping in touch", reminders.commands),
            Topic("Mail", mail.commands),
            Topic("Import and export", [imports.command(for: self)] + export.commands + share.commands),
        ]
    }

    private var reminders: ReminderCommands {
        ReminderCommands(
            persons: persons, notes: notes, resolver: records.resolver, bulk: records.bulk, clock: clock,
            file: calendar,
            navigator: self)
    }

    private func homeCommand(of person: Record<Person>) -> Command {
        Command("planet", about: "Show the home planet of this person") { _ in
            guard let home = person.content.home else {
                throw CommandProblem.notHere(
                    "\(person.title) has no home planet.", next: "Use “edit planet=NAME” to set it.")
            }
            return Planet.ID(home.recordID).map(delegate.didSelect)
        }
    }

    // MARK: - Reading

    /// Returns a person or, if the person was merged, the merge target with a notice about the merge.
    private func find(_ id: Person.ID) async throws -> (Record<Person>, notice: Message?) {
        do {
            return (try await persons.record(id), nil)
        } catch let problem as RecordProblem where problem == .notFound(id.recordID) {
            guard let mergeTarget = try await duplicates.mergeTarget(of: id), let there = Person.ID(mergeTarget.id)
            else {
                throw problem
            }
            return (try await persons.record(there), "\(id.recordID) was merged into \(mergeTarget.id).")
        }
    }
}

extension PersonsFlowCoordinator: ImportReviewFlowDelegate {
    func didFinishReview(_ report: Page) -> NavigationAction { .all([.dismiss, .tell(report)]) }
    func didCancelReview() -> NavigationAction { .dismiss }
}

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

    static func words(for value: String, in field: EditableField<Person>, of record: Record<Person>) -> String? {
        // The related person may have been renamed, or the value may be a UID.
        field.key == "relation" ? record.links.relatives[value]?.name : nil
    }

    static func placeholder(for filter: Filter) -> Message? {
        guard case .compare(let field, .lessOrEqual, _) = filter.condition,
            field.name == RecordOrder<Person>.due.rawValue
        else { return nil }
        return "No contacts are due. Use “edit NAME contact=30d” to set a contact interval."
    }

    static func links(of person: Record<Person>) -> [Field] {
        [
            Field("photo", "Photo", .text(orNone: person.photo?.rawValue ?? ""), for: .programs),
            Field("groups", "Groups", .references(person.links.groups), for: .programs),
            Field("smartGroups", "Smart groups", .references(person.links.smartGroups), for: .programs),
            Field("notes", "Notes", .references(person.links.notes.first), for: .programs),
            Field("journal", "Journal", .references(person.links.journal.first), for: .programs),
        ]
            + (person.photo == nil
                ? [] : [Field("photoHint", "Photo", .text("photo \(person.recordID) --save FILE"), for: .people)])
    }

    /// Returns a sentence that lists the card properties that are exported but not shown in any field, or `nil` if
    /// there are no such properties.
    static func footnote(of person: Record<Person>) -> Message? {
        let names = person.content.otherProperties
        let list = names.unique.joined(separator: ", ")
        return names.isEmpty
            ? nil
            : Message(
                names.count, one: "\(names.count) other property: \(list).",
                other: "\(names.count) other properties: \(list).")
    }

    static func referred(by person: Record<Person>) -> Model.RecordReference? { person.links.home }

    static func presentOnly(of person: Record<Person>) -> Set<String> { ["smartGroups", "notes", "journal"] }

    static var relatedNow: RelatedRecords? { RelatedRecords([]) }

    static func related(to person: Record<Person>) -> [RelatedRecords] {
        [
            RelatedRecords("groups", "Groups", person.links.groups)
                .withKinds(person.links.groupKinds, smartGroups: person.links.smartGroups),
            RelatedRecords(journal: person.links.journal, dates: person.links.entryDates),
            RelatedRecords("notes", "Notes", person.links.notes, list: .note),
            RelatedRecords("home", "Home", person.links.home.map { [$0] } ?? []),
        ]
    }

    static func consequences(ofDeleting person: Record<Person>) -> [Message] {
        [
            count(person.links.groups.count, "membership").map { "removes \($0)" },
            count(person.links.notes.count, "note").map { "detaches \($0)" },
            entryCount(person.links.journal.count).map { "detaches \($0)" },
        ].compactMap { $0 }
    }

    var webAddress: String? { urls.first?.value }

    static var photoPath: (WritableKeyPath<Person, BlobID?> & Sendable)? { \Person.photo }
}
