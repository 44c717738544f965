import Display
import Localization
import Model
import Navigation

/// A list whose pages are read on demand.
struct PagedList<State: PagedState & Sendable, Item: Hashable & Sendable>: Sendable {
    let key: String
    let state: State
    let placeholder: Message
    /// Whether the following pages can be loaded. If not, the table only reports that more rows exist.
    var continues = true
    /// Whether the rows are numbered.
    var isNumbered = false
    let id: @Sendable (Item) -> State.Key
    let read: @Sendable (State) async throws -> ResultPage<Item>

    /// Returns a table that starts with a page and loads the following pages.
    func block(
        _ page: ResultPage<Item>, _ columns: [Column], _ keys: [String]? = nil,
        rows: @escaping @Sendable (Item) -> [Row]
    ) -> Block {
        .table(table(page, columns, keys, rows: rows))
    }

    private func table(
        _ page: ResultPage<Item>, _ columns: [Column], _ keys: [String]?, rows: @escaping @Sendable (Item) -> [Row]
    ) -> Table {
        let next = page.hasMore ? page.items.last.map { state.starting(.after(id($0))) } : nil
        let more = next.map { next in NextPage { table(try await read(next), columns, keys, rows: rows) } }
        return Table(
            key, columns: columns, rows: page.items.flatMap(rows), keys: keys, firstNumber: isNumbered ? 1 : nil,
            placeholder: placeholder, next: continues ? more : nil, rest: continues ? nil : more)
    }
}

/// The commands that navigate between the pages of a list.
struct PagingCommands: Sendable {
    private let next: Route?
    private let previous: Route?
    private let first: Route

    /// Creates the commands for the current page of a list.
    ///
    /// - Parameter ends: The keys of the first and last items, or `nil` for an empty page.
    init<State: PagedState>(
        _ state: State, ends: (first: State.Key, last: State.Key)?, hasMore: Bool, isFirst: Bool,
        at place: (State) -> Route
    ) {
        first = place(state.starting(.beginning))
        next = hasMore ? ends.map { place(state.starting(.after($0.last))) } : nil
        previous = isFirst ? nil : ends.map { place(state.starting(.before($0.first))) } ?? first
    }

    var commands: [Command] {
        [
            Command("next", aliases: ["n"], about: "Go to the next page") { _ in
                guard let next else {
                    throw CommandProblem.notHere(
                        "This is the last page.",
                        next: previous == nil ? "There is only one page." : "Use “previous” to go back."
                    )
                }
                return .replace(next)
            },
            Command("previous", aliases: ["p"], about: "Go to the previous page") { _ in
                guard let previous else {
                    throw CommandProblem.notHere(
                        "This is the first page.",
                        next: next == nil ? "There is only one page." : "Use “next” to continue.")
                }
                return .replace(previous)
            },
            Command("first", about: "Go to the first page") { _ in .replace(first) },
        ]
    }
}

extension PagedState {
    /// Reads the current page and reports whether it is the first page. The first page is read instead if the page
    /// before the cursor reaches the beginning of the list, or if the item at the cursor no longer exists.
    ///
    /// - Parameter hasMore: Returns whether more items follow in the reading direction.
    func page<Page>(
        hasMore: (Page) -> Bool, read: (Self) async throws -> Page
    ) async throws -> (page: Page, isFirst: Bool) {
        do {
            let page = try await read(self)
            switch start {
            case .beginning: return (page, isFirst: true)
            case .after: return (page, isFirst: false)
            case .before where hasMore(page): return (page, isFirst: false)
            case .before: break
            }
        } catch let problem as any UserFacingError where start != .beginning && problem.explanation.status == .notFound
        {
            // Continue below with the first page.
        }
        return (try await read(starting(.beginning)), isFirst: true)
    }
}

extension PageScreen {
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
            state, at: place, reading: reader.page, keys: { $0.items.map(\.recordID) }, hasMore: \.hasMore,
            commands: ListPageCommands(state: state, place: place, navigator: navigator).commands
        ) { records in
            let named = NamedList(of: state)
            var shown = state
            if let named { shown.filter = named.rest }
            let name = named?.list.name ?? name
            let title = state.narrowing.isEmpty ? name : "\(name) /\(state.narrowing)"
            let subject: Message = state.isUngrouped ? "\(title) without a group" : "\(title)"
            let heading: Message = reader.owner.map { "\(title) of \($0.name)" } ?? subject
            let table = Block.table(try await reader.table(records, state: state))
            let notice = try await reader.notice(state).map { Block.prose($0) }
            return (
                shown.title(state.isUngrouped ? "ungrouped" : name),
                Page(
                    shown.filter.map { "\(heading) where \($0.text)" } ?? heading,
                    [table] + [notice].compactMap(\.self), forPrograms: [table])
            )
        }
    }
}

/// A list with a name of its own, such as the journal, and any further filter that applies to it.
struct NamedList<Content: Presentable>: Sendable {
    let list: NamedFilter
    /// The further filter, or `nil` for the whole list.
    let rest: Filter?

    /// Returns a filter for the records of the list that also match another filter, if one is given.
    func filter(and other: Filter?) throws(FilterProblem) -> Filter {
        try Filter(list.condition, of: Content.kind).and(other)
    }

    /// Creates the named list that a state shows, or returns `nil` for any other list.
    init?(of state: ListState<Content>) {
        guard let filter = state.filter else { return nil }
        for list in Content.namedLists {
            guard let whole = try? Filter(list.condition, of: Content.kind) else { continue }
            let rest = filter.rest(after: whole)
            guard rest != nil || filter.condition == whole.condition else { continue }
            (self.list, self.rest) = (list, rest)
            return
        }
        return nil
    }
}

extension ListState {
    /// Returns the title of the list in the breadcrumbs, including its search text and filter.
    func title(_ name: String) -> String {
        (narrowing.isEmpty ? name : "\(name) /\(narrowing)") + (filter.map { " where \($0.text.shortened)" } ?? "")
    }
}
