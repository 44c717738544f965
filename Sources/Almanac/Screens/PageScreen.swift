import Display
import Localization
import Model
import Navigation

/// A screen that shows a page and offers commands for it.
struct PageScreen: Screen {
    let title: String
    let page: Page
    // Most commands that show a screen do not use its commands.
    private let makeCommands: @Sendable () -> [Command]

    /// Creates a screen with a page.
    ///
    /// - Parameter title: The title in the breadcrumbs, or `nil` for the title of the page.
    init(
        _ title: String? = nil, _ page: Page, _ commands: @autoclosure @escaping @Sendable () -> [Command] = []
    ) {
        self.title = title ?? page.title.description
        self.page = page
        makeCommands = commands
    }

    var commands: [Command] { makeCommands() }

    /// Creates a screen with one page of a list and the commands for the other pages.
    ///
    /// - Parameters:
    ///   - keys: Returns the keys of the items.
    ///   - content: Returns the page and its title in the breadcrumbs.
    init<State: PagedState, Result>(
        _ state: State, at route: (State) -> Route, reading read: (State) async throws -> Result,
        keys keysOf: (Result) -> [State.Key], hasMore: (Result) -> Bool,
        commands: @autoclosure @escaping @Sendable () -> [Command],
        content: (Result) async throws -> (title: String?, page: Page)
    ) async throws {
        let (result, isFirst) = try await state.page(hasMore: hasMore, read: read)
        let keys = keysOf(result)
        let ends = keys.first.flatMap { first in keys.last.map { (first, $0) } }
        let turning = PagingCommands(state, ends: ends, hasMore: hasMore(result), isFirst: isFirst, at: route)
        let (title, page) = try await content(result)
        self.init(title, page, commands() + turning.commands)
    }
}

extension PageScreen {
    /// Creates a screen with one page of a list.
    init<State: PagedState, Item>(
        _ list: PagedList<State, Item>, at route: (State) -> Route,
        commands: @autoclosure @escaping @Sendable () -> [Command],
        content: (ResultPage<Item>) async throws -> (title: String?, page: Page)
    ) async throws {
        try await self.init(
            list.state, at: route, reading: list.read, keys: { $0.items.map(list.id) }, hasMore: \.hasMore,
            commands: commands(), content: content)
    }

    /// Creates a screen with a list of records.
    init<Content>(
        _ name: String, state: ListState<Content>, of reader: ListReader<Content>,
        at place: @escaping @Sendable (ListState<Content>) -> Route, navigator: any ListNavigator<Content>
    ) async throws {
        try await self.init(
            state, at: place, reading: reader.page, keys: { $0.items.map(\.address) }, hasMore: \.hasMore,
            commands: ListPageCommands(state: state, place: place, navigator: navigator).commands
        ) { records in
            let title = state.narrowing.isEmpty ? name : "\(name) /\(state.narrowing)"
            let subject: Message = state.isUngrouped ? "\(title) without a group" : "\(title)"
            let heading: Message = reader.owner.map { "\(title) of \($0.name)" } ?? subject
            let table = Block.table(try await reader.table(records, state: state))
            let notice = try await reader.notice(state).map { Block.prose($0) }
            return (
                state.title(state.isUngrouped ? "ungrouped" : name),
                Page(
                    state.filter.map { "\(heading) where \($0.text)" } ?? heading,
                    [table] + [notice].compactMap(\.self), forPrograms: [table])
            )
        }
    }
}

extension ListState {
    /// Returns the title of the list in the breadcrumbs, including its search text and filter.
    func title(_ name: String) -> String {
        (narrowing.isEmpty ? name : "\(name) /\(narrowing)") + (filter.map { " where \($0.shortText)" } ?? "")
    }
}

extension PageScreen {
    /// Creates a screen with one record: its fields and related records.
    ///
    /// - Parameters:
    ///   - others: Related records that are read for the page only, such as the relations of a person.
    ///   - derived: A table of values derived from the fields of the record.
    ///   - notice: A sentence to show above the record.
    ///   - extraCommands: Additional commands for this kind of record.
    ///   - rows: The navigators of the related records.
    private init<Content: Presentable>(
        _ record: Record<Content>, in context: FlowContext, others: RelatedRecords? = nil, derived: Table? = nil,
        notice: Message? = nil, changes: any RecordChanger, extraCommands: [Command] = [], rows: RowNavigators
    ) async throws {
        var page = record.page(
            isFavorite: try await context.isFavorite(record.address), on: context.today, others: others)
        if let derived { page.blocks.insert(.table(derived), at: 1) }
        if let notice { page.blocks.insert(.message([notice]), at: 0) }
        let commands = RecordPageCommands(record: record, page: page, changes: changes, rows: rows)
        self.init(nil, page, extraCommands + commands.commands)
    }
}

// The page of each kind of record requires the navigators of the records that it leads to.
extension PageScreen {
    /// Creates the page of a person, which leads to relatives, groups, the home planet, and notes.
    init(
        _ person: Record<Person>, in context: FlowContext, others: RelatedRecords, notice: Message?,
        persons: any PersonNavigator, navigator: any GroupNavigator & PlanetNavigator & NoteNavigator,
        changes: any RecordChanger, extraCommands: [Command]
    ) async throws {
        try await self.init(
            person, in: context, others: others, notice: notice, changes: changes, extraCommands: extraCommands,
            rows: RowNavigators(persons: persons, groups: navigator, planets: navigator, notes: navigator))
    }

    /// Creates the page of a group, which leads to its members and to notes.
    init(
        _ group: Record<Group>, in context: FlowContext,
        navigator: any PersonNavigator & PlanetNavigator & NoteNavigator, changes: any RecordChanger
    ) async throws {
        try await self.init(
            group, in: context, changes: changes,
            rows: RowNavigators(persons: navigator, planets: navigator, notes: navigator))
    }

    /// Creates the page of a planet, which leads to other planets, residents, groups, and notes.
    init(
        _ planet: Record<Planet>, in context: FlowContext, others: RelatedRecords, derived: Table?,
        planets: any PlanetNavigator, navigator: any PersonNavigator & GroupNavigator & NoteNavigator,
        changes: any RecordChanger, extraCommands: [Command]
    ) async throws {
        try await self.init(
            planet, in: context, others: others, derived: derived, changes: changes, extraCommands: extraCommands,
            rows: RowNavigators(persons: navigator, groups: navigator, planets: planets, notes: navigator))
    }

    /// Creates the page of a note, which leads to its subject.
    init(
        _ note: Record<Note>, in context: FlowContext,
        navigator: any PersonNavigator & GroupNavigator & PlanetNavigator, changes: any RecordChanger
    ) async throws {
        let rows = RowNavigators(persons: navigator, groups: navigator, planets: navigator)
        let subject = note.links.subject.map { subject in
            Command("about", about: "Show \(subject.name), the subject of this note") { _ in
                rows.didSelect(subject.address)
            }
        }
        try await self.init(
            note, in: context, changes: changes, extraCommands: [subject].compactMap(\.self), rows: rows)
    }
}
