import Display
import Model
import Navigation

/// A screen whose page and commands were put together by its coordinator.
struct PageScreen: Screen {
    let title: String
    let page: Page
    let commands: [Command]

    /// - Parameter title: Its name among the breadcrumbs, if that is not the title of the page.
    init(_ title: String? = nil, _ page: Page, _ commands: [Command] = []) {
        self.title = title ?? page.title.description
        self.page = page
        self.commands = commands
    }

    /// One page of a list, with the commands that turn to the other pages.
    ///
    /// - Parameters:
    ///   - keys: Identifies the items of a result among all pages.
    ///   - content: Makes the page of a result, and its name among the breadcrumbs.
    init<State: PagedState, Result>(
        _ state: State, at route: (State) -> Route, reading read: (State) async throws -> Result,
        keys keysOf: (Result) -> [State.Key], hasMore: (Result) -> Bool, commands: [Command],
        content: (Result) async throws -> (title: String?, page: Page)
    ) async throws {
        let (result, isFirst) = try await state.page(hasMore: hasMore, read: read)
        let keys = keysOf(result)
        let ends = keys.first.flatMap { first in keys.last.map { (first, $0) } }
        let turning = PageTurning(state, ends: ends, hasMore: hasMore(result), isFirst: isFirst, at: route)
        let (title, page) = try await content(result)
        self.init(title, page, commands + turning.commands)
    }
}
