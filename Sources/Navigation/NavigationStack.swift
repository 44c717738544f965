/// The navigation stack. The last entry is on screen; the entries below it are the back history.
public struct NavigationStack: Hashable, Sendable {
    /// The entries from the bottom to the top. There is at least one entry, and the same path can occur more than once.
    public private(set) var visits: [StackEntry]
    /// The steps that `forward` performs. The next step is the last element.
    public private(set) var ahead: [Step] = []

    /// A step that `back` has reversed and that `forward` can repeat.
    public enum Step: Hashable, Codable, Sendable {
        case place(Route)
        case visit(StackEntry)
    }

    /// The maximum number of entries. If there are more entries, the oldest are removed.
    static let limit = 50

    public init(_ path: Path = Path(.home)) { visits = [StackEntry(path: path, entrance: 1)] }

    public var path: Path { visits.last?.path ?? Path(.home) }
    public var top: Route { path.top }

    /// Returns the stack that results from an action.
    public func after(_ move: NavigationAction) -> NavigationStack {
        var next = self
        switch move {
        case .stay, .ask, .tour, .tutorial, .tell, .statusLine, .visit, .quit: break
        case .push(let route): next.push(route)
        case .replace(let route): next.go { $0.replaceTop(with: route) }
        case .back: next.goBack()
        case .forward: next.goForward()
        case .present(let route):
            next.closeForm()
            next.present(route)
        case .dismiss: next = next.dismissingModal()
        case .leave: next = next.leavingTop()
        case .close(let root): next = next.without(root)
        case .open(let path): next.open(path)
        case .restart: next = NavigationStack()
        case .all(let moves): next = moves.reduce(self) { $0.after($1) }
        }
        return next
    }

    /// Returns the stack without the entries of a root, or with only the home screen if no entries are left.
    package func without(_ root: Route.Root) -> NavigationStack {
        var next = self
        next.visits.removeAll { $0.path.root == root }
        if next.visits.isEmpty { next = NavigationStack() }
        next.settle()
        if next.visits != visits { next.ahead = [] }
        return next
    }

    /// Returns the stack without the topmost modal root and everything above it. Without a modal root, the entries of
    /// the current root are removed.
    private func dismissingModal() -> NavigationStack {
        guard let modal = visits.lastIndex(where: { $0.path.root.isModal }) else { return without(path.root) }
        var next = self
        next.visits.removeSubrange(modal...)
        if next.visits.isEmpty { next = NavigationStack() }
        next.settle()
        next.ahead = []
        return next
    }

    /// The topmost modal root, such as the favorites, or `nil` if there is none.
    package var modal: Route.Root? { visits.last { $0.path.root.isModal }?.path.root }

    /// Returns the stack without the current location, or with only the home screen if no entries are left. `forward`
    /// does not reopen the removed location.
    func leavingTop() -> NavigationStack {
        var next = after(.back)
        if next == self { next = NavigationStack() }
        next.ahead = []
        return next
    }

    /// Returns the stack with a root on top. Unlike the action `present`, this does not close a form that was on top.
    package func covered(by route: Route) -> NavigationStack {
        var next = self
        next.present(route)
        return next
    }

    // MARK: - Actions

    private mutating func go(_ change: (inout Path) -> Void) {
        let before = path
        change(&visits[visits.count - 1].path)
        if path != before { ahead = [] }
    }

    /// Continues the path of the top entry if the route is a child. Otherwise, opens the path of the route.
    private mutating func push(_ route: Route) {
        if top.child(route.name) == route { go { $0.push(route) } } else { open(Path(route)) }
    }

    /// Goes to the previous location of the top entry, or to the entry below if there is no such location.
    private mutating func goBack() {
        if let left = visits[visits.count - 1].stepBack() {
            ahead.append(.place(left))
        } else if visits.count > 1 {
            ahead.append(.visit(visits.removeLast()))
        }
    }

    private mutating func goForward() {
        switch ahead.popLast() {
        case .place(let route): visits[visits.count - 1].path.push(route)
        case .visit(let visit): visits.append(visit)
        case nil: break
        }
    }

    /// Moves the entry of a root to the top, or adds an entry if there is none.
    private mutating func present(_ route: Route) {
        guard route.isRoot, path.root != route.root else { return }
        let last = visits.lastIndex { $0.path.root == route.root }
        visits.append(last.map { visits.remove(at: $0) } ?? StackEntry(path: Path(route), entrance: 1))
        ahead = []
        settle()
    }

    /// Continues the path of the top entry if possible. Otherwise, adds an entry.
    private mutating func open(_ path: Path) {
        guard self.path != path else { return }
        closeForm()
        if path == self.path {
            ahead = []
        } else if path.isSameList(as: self.path) {
            go { $0.replaceTop(with: path.top) }
        } else if path.parent?.isSameList(as: self.path) ?? false {
            go { $0.push(path.top) }
        } else {
            visits.append(StackEntry(path: path, entrance: path.routes.count))
            ahead = []
            settle()
        }
    }

    /// Removes forms at the top, so that no later navigation reopens them. Their drafts are kept.
    private mutating func closeForm() {
        while top.isForm { self = leavingTop() }
    }

    /// Enforces the maximum number of entries and lets `back` reach the root of the bottom entry.
    private mutating func settle() {
        visits.removeFirst(max(0, visits.count - Self.limit))
        visits[0].entrance = 1
    }
}

extension NavigationStack: Codable {
    private enum CodingKeys: CodingKey { case visits, ahead }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        visits = try container.decode([StackEntry].self, forKey: .visits)
        ahead = try container.decode([Step].self, forKey: .ahead)
        guard !visits.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .visits, in: container, debugDescription: "empty stack")
        }
    }
}

/// A path and its length when the user entered it. `back` does not shorten the path below that length.
public struct StackEntry: Hashable, Codable, Sendable {
    public internal(set) var path: Path
    /// The number of routes in the path when the user entered it.
    var entrance: Int

    /// Removes and returns the last route, or returns `nil` if the user entered the path at that route.
    mutating func stepBack() -> Route? { path.routes.count > entrance ? path.pop() : nil }
}
