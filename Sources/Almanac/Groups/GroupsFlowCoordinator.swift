import Display
import Localization
import Model
import Navigation

/// A delegate that opens the records of other kinds that groups link to, and is notified of saved groups.
protocol GroupsFlowDelegate: PersonNavigator, PlanetNavigator, NoteNavigator, FormDelegate {}

/// The coordinator of the groups flow: the list, a group, the form, the list for selecting a person, and the groups of
/// that person.
struct GroupsFlowCoordinator: FlowCoordinator, GroupNavigator, ListNavigator {
    let groups: any GroupDataSource
    let persons: any PersonDataSource
    let records: RecordFlowContext
    let delegate: any GroupsFlowDelegate

    let start = GroupsLocation.standard

    static let memberSelection = "select a person"

    private var context: FlowContext { records.context }

    func screen(for location: GroupsLocation) async throws -> any Screen {
        let editor = RecordEditor(source: groups, resolver: records.resolver)
        switch location {
        case .records(.list(let state)):
            return try await PageScreen(
                "groups", state: state,
                of: ListReader(groups, ownedBy: try await records.owner(of: state), in: context),
                at: { .groups(.records(.list($0))) },
                navigator: self)
        case .records(.record(let id)):
            return try await PageScreen(
                try await groups.record(id), in: context,
                rows: RowNavigators(persons: delegate, planets: delegate, notes: delegate))
        case .records(.edit(let id)):
            return try await records.forms.edit(try await groups.record(id), editor, delegate)
        case .records(.new(let about)): return try await records.forms.new(Group(), about: about, editor, delegate)
        case .of(let state):
            return try await PageScreen(
                Self.memberSelection, state: state,
                of: ListReader(persons, ownedBy: try await records.owner(of: state), in: context),
                at: { .groups(.of($0)) },
                navigator: MemberSelection())
        case .ofPerson(let id, let state):
            let person = try await persons.record(id)
            return try await PageScreen(
                "groups of \(person.title)", state: state,
                of: ListReader(
                    groups, of: .of(id.recordID), in: context, placeholder: "\(person.title) has no groups."),
                at: { .groups(.ofPerson(id, $0)) }, navigator: self)
        }
    }

    // MARK: - Navigators

    func showList(_ state: ListState<Group>) -> NavigationAction { .push(.groups(.records(.list(state)))) }

    /// The navigator of the list for selecting the person whose groups are shown.
    private struct MemberSelection: ListNavigator {
        func didSelect(_ person: Person.ID) -> NavigationAction { .push(.groups(.ofPerson(person, ListState()))) }
        func showList(_ state: ListState<Person>) -> NavigationAction { .push(.groups(.of(state))) }
    }

    // MARK: - Commands

    var localCommands: [Command] {
        [
            Command("of", about: "Select a person to list their groups") { _ in MemberSelection().showList(ListState())
            },
            .new(.group, by: records.changes),
        ]
    }

    var sharedTopics: [Topic] {
        [Topic("Groups", MembershipCommands(groups: groups, resolver: records.resolver, bulk: records.bulk).commands)]
    }
}

extension Group: Presentable {
    static let columns = [
        Column("name", "Name"), Column("memberCount", "Members", .trailing), Column("summary", "Description"),
        .id,
    ]
    static let placeholder: Message = "No groups yet. Use “new group name=…” to add one."

    static let page = fields.inPageOrder()

    static func links(of group: Record<Group>) -> [Field] {
        [Field("memberCount", "Members", .count(group.links.members.count))] + related(to: group).map(\.field)
    }

    static func presentOnly(of group: Record<Group>) -> Set<String> {
        let isSmart = group.search != nil || group.filter != nil || group.planets != nil
        return isSmart ? ["memberCount", "members", "linkedPlanets", "notes"] : ["notes"]
    }

    /// Adds a summary of the group’s search, filters, and description to a row for display.
    static func listed(_ row: Row) -> Row {
        let saved = [("search", "search "), ("where", "persons where "), ("planets", "planets where ")]
        var texts = saved.compactMap { key, words -> String? in
            if case .text(let text) = row[key] { words + text } else { nil }
        }
        if case .prose(let text) = row["description"] { texts.append(text) }
        let shown = Field("summary", "Description", .text(orNone: texts.joined(separator: " · ")), for: .people)
        return Row(address: row.address, row.fields + [shown])
    }

    static func related(to group: Record<Group>) -> [RelatedRecords] {
        [
            RelatedRecords(
                "members", "Members", group.links.members, list: group.content.memberKind,
                order: group.content.memberKind == .person ? "member" : nil),
            RelatedRecords("linkedPlanets", "Planets", group.links.planets, list: .planet),
            RelatedRecords("notes", "Notes", group.links.notes, list: .note),
        ]
    }

    static func consequences(ofDeleting group: Record<Group>) -> [Message] {
        [
            count(group.links.members.count, "membership").map { "removes \($0)" },
            count(group.links.planets.count, "planet").map { "unlinks \($0)" },
            count(group.links.notes.count, "note").map { "detaches \($0)" },
        ].compactMap { $0 }
    }
}
