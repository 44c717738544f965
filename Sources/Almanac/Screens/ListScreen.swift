import Display
import Localization
import Model
import Navigation

/// A list of records, a page at a time; where picking one leads is up to the coordinator that made it.
struct ListScreen<Content: Presentable>: Screen {
    let title: String
    let page: Page
    let state: ListState<Content.Order>
    private let turning: PageTurning
    let place: @Sendable (ListState<Content.Order>) -> Route
    let didSelect: @Sendable (TypedRecordID<Content>) -> NavigationAction

    init(
        _ title: String, state: ListState<Content.Order>, of reader: ListReader<Content>,
        at place: @escaping @Sendable (ListState<Content.Order>) -> Route,
        didSelect: @escaping @Sendable (TypedRecordID<Content>) -> NavigationAction
    ) async throws {
        let (slice, isFirst) = try await state.page(hasMore: \.hasMore, read: reader.slice)
        let title = state.narrowing.isEmpty ? title : "\(title) /\(state.narrowing)"
        let crumb = state.isUngrouped ? "ungrouped" + title.dropFirst(Content.kind.plural.count) : title
        self.title = crumb + (state.filter.map { " where \($0.shortText)" } ?? "")
        self.state = state
        self.place = place
        self.didSelect = didSelect
        turning = PageTurning(
            state, ends: slice.items.map(\.address).ends, hasMore: slice.hasMore, isFirst: isFirst, at: place)
        let subject: Message = state.isUngrouped ? "\(title) in no group" : "\(title)"
        let heading: Message = state.owner.map { "\(title) of \($0)" } ?? subject
        let table = Block.table(try await reader.table(slice, state: state))
        let remark = try await reader.remark(state).map { Block.prose($0) }
        page = Page(
            state.filter.map { "\(heading) where \($0.text)" } ?? heading, [table] + [remark].compactMap(\.self),
            forPrograms: [table])
    }

    var commands: [Command] {
        [
            Command("show", [Parameter("ROW", .row)], about: "the record in that row", examples: ["show 1"]) {
                invocation in
                guard let address = invocation.row(invocation.arguments[0]), let id = TypedRecordID<Content>(address)
                else {
                    return nil
                }
                return didSelect(id)
            },
            .sort(by: Content.Order.allCases.map(\.rawValue)) { order in
                var sorted = state.starting(.beginning)
                try sorted.sort(by: order)
                return .replace(place(sorted))
            },
            .narrow(from: state.narrowing) { text in
                var narrowed = state.starting(.beginning)
                narrowed.narrowing = text
                return .replace(place(narrowed))
            },
            .filter(Content.kind) { filter in
                var filtered = state.starting(.beginning)
                filtered.filter = filter
                return .replace(place(filtered))
            },
            .columns(Content.kind) { columns in
                var chosen = state
                chosen.columns = columns
                return .replace(place(chosen))
            },
            Command("all", about: "everything, also what the list usually leaves out") { _ in
                var whole = state.starting(.beginning)
                whole.isWhole = true
                return .replace(place(whole))
            },
        ] + turning.commands
    }
}

extension Array {
    /// The first and the last; nil of nothing.
    var ends: (first: Element, last: Element)? {
        if let first, let last { (first, last) } else { nil }
    }
}
