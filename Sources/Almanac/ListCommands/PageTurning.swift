import Model
import Navigation

/// The pages before and behind the one that is looked at.
struct PageTurning: Sendable {
    private let next: Route?
    private let previous: Route?
    private let first: Route

    /// - Parameters:
    ///   - ends: What the page begins and ends with; nil for an empty one.
    ///   - isFirst: Whether nothing comes before it.
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
            Command("next", aliases: ["n"], about: "the next page") { _ in
                guard let next else {
                    throw CommandProblem.notHere(
                        "This is the last page.", next: previous == nil ? "There is no other." : "“previous” goes back."
                    )
                }
                return .replace(next)
            },
            Command("previous", aliases: ["p"], about: "the page before") { _ in
                guard let previous else {
                    throw CommandProblem.notHere(
                        "This is the first page.", next: next == nil ? "There is no other." : "“next” goes on.")
                }
                return .replace(previous)
            },
            Command("first", about: "the first page") { _ in .replace(first) },
        ]
    }
}

extension PagedState {
    /// Reads the page that is wanted, and tells whether it is the first. Where fewer than a page come before something, or
    /// where what the page begins at is gone, that is the first page.
    ///
    /// - Parameter hasMore: Whether more of a page lie in its direction.
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
            // From the beginning, then.
        }
        return (try await read(starting(.beginning)), isFirst: true)
    }
}
