/// Where the user is: a pile of paths, each known by its root, the top one on screen.
public struct Navigation: Hashable, Codable, Sendable {
    /// The bottom first; never empty, and no root twice.
    public private(set) var pile: [Path]
    /// What `forward` goes to, the nearest last.
    public private(set) var ahead: [Step] = []

    /// A step that `back` has taken back.
    public enum Step: Hashable, Codable, Sendable {
        case place(Route)
        case path(Path)
    }

    public init(_ path: Path = Path(.home)) { pile = [path] }

    public var path: Path { pile.last ?? Path(.home) }
    public var top: Route { path.top }

    /// Where the user is after a move; moves that go nowhere leave all as it is.
    public func after(_ move: Move) -> Navigation {
        var next = self
        switch move {
        case .stay, .ask, .tell, .visit, .quit: break
        case .push(let route): next.go { $0.push(route) }
        case .replace(let route): next.go { $0.replaceTop(with: route) }
        case .back: next.goBack()
        case .forward: next.goForward()
        case .present(let route): next.present(route)
        case .dismiss:
            next = next.without(path.root)
        case .open(let path): next.open(path)
        case .restart: next = Navigation()
        case .all(let moves): next = moves.reduce(self) { $0.after($1) }
        }
        return next
    }

    /// Without the path of a root, wherever it is in the pile; home is beneath the last one.
    func without(_ root: Route.Root) -> Navigation {
        var next = self
        next.pile.removeAll { $0.root == root }
        if next.pile.isEmpty { next.pile = [Path(.home)] }
        if next.pile != pile { next.ahead = [] }
        return next
    }

    /// Without the top place, which is gone and not to be gone forward to; home when it was the last one.
    func leavingTop() -> Navigation {
        var next = after(.back)
        if next == self { next = Navigation() }
        next.ahead = []
        return next
    }

    // MARK: - The moves

    private mutating func go(_ change: (inout Path) -> Void) {
        let before = path
        change(&pile[pile.count - 1])
        if path != before { ahead = [] }
    }

    private mutating func goBack() {
        if let left = pile[pile.count - 1].pop() {
            ahead.append(.place(left))
        } else if pile.count > 1 {
            ahead.append(.path(pile.removeLast()))
        }
    }

    private mutating func goForward() {
        switch ahead.popLast() {
        case .place(let route): pile[pile.count - 1].push(route)
        case .path(let path): pile.append(path)
        case nil: break
        }
    }

    /// A path that is in the pile comes back as it was left.
    private mutating func present(_ route: Route) {
        guard route.isRoot, path.root != route.root else { return }
        open(pile.first { $0.root == route.root } ?? Path(route))
    }

    private mutating func open(_ path: Path) {
        guard self.path != path else { return }
        pile.removeAll { $0.root == path.root }
        pile.append(path)
        ahead = []
    }
}
