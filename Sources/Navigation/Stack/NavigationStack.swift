/// Where the user is: a pile of visits, the last one on screen. What lies beneath is where they came from.
public struct NavigationStack: Hashable, Sendable {
    /// The first at the bottom; never empty. One path may be visited twice.
    public private(set) var visits: [StackEntry]
    /// What `forward` goes to, the nearest last.
    public private(set) var ahead: [Step] = []

    /// A step that `back` has taken back.
    public enum Step: Hashable, Codable, Sendable {
        case place(Route)
        case visit(StackEntry)
    }

    /// How many visits are remembered; the oldest are forgotten.
    static let limit = 50

    public init(_ path: Path = Path(.home)) { visits = [StackEntry(path, entrance: 1)] }

    public var path: Path { visits.last?.path ?? Path(.home) }
    public var top: Route { path.top }

    /// Where the user is after a move; moves that go nowhere leave all as it is.
    public func after(_ move: NavigationAction) -> NavigationStack {
        var next = self
        switch move {
        case .stay, .ask, .tell, .visit, .quit: break
        case .push(let route): next.go { $0.push(route) }
        case .replace(let route): next.go { $0.replaceTop(with: route) }
        case .back: next.goBack()
        case .forward: next.goForward()
        case .present(let route): next.present(route)
        case .dismiss: next = next.without(path.root)
        case .leave: next = next.leavingTop()
        case .open(let path): next.open(path)
        case .restart: next = NavigationStack()
        case .all(let moves): next = moves.reduce(self) { $0.after($1) }
        }
        return next
    }

    /// Without the paths of a root, wherever they are in the pile; home is beneath the last one.
    package func without(_ root: Route.Root) -> NavigationStack {
        var next = self
        next.visits.removeAll { $0.path.root == root }
        if next.visits.isEmpty { next = NavigationStack() }
        next.settle()
        if next.visits != visits { next.ahead = [] }
        return next
    }

    /// Without the top place, which is done with and not to be gone forward to; home when it was the last one.
    func leavingTop() -> NavigationStack {
        var next = after(.back)
        if next == self { next = NavigationStack() }
        next.ahead = []
        return next
    }

    // MARK: - The moves

    private mutating func go(_ change: (inout Path) -> Void) {
        let before = path
        change(&visits[visits.count - 1].path)
        if path != before { ahead = [] }
    }

    /// To the place before in the same visit, and then to where the visit began.
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

    /// A path that is in the pile comes back as it was left.
    private mutating func present(_ route: Route) {
        guard route.isRoot, path.root != route.root else { return }
        let last = visits.lastIndex { $0.path.root == route.root }
        visits.append(last.map { visits.remove(at: $0) } ?? StackEntry(Path(route), entrance: 1))
        ahead = []
        settle()
    }

    /// Goes on from the present place where that leads there, else begins another visit.
    private mutating func open(_ path: Path) {
        guard self.path != path else { return }
        if path.isAnotherLook(at: self.path) {
            go { $0.replaceTop(with: path.top) }
        } else if path.parent?.isAnotherLook(at: self.path) ?? false {
            go { $0.push(path.top) }
        } else {
            visits.append(StackEntry(path, entrance: path.routes.count))
            ahead = []
            settle()
        }
    }

    /// From the bottom the way back leads through all the places of the path, and so always out.
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
            throw DecodingError.dataCorruptedError(forKey: .visits, in: container, debugDescription: "nowhere")
        }
    }
}

/// A path, and where on it somebody came in: the places before that were never seen, and `back` does not lead there.
public struct StackEntry: Hashable, Codable, Sendable {
    public internal(set) var path: Path
    /// How many places of the path there were at the beginning of the visit, from 1 on.
    var entrance: Int

    init(_ path: Path, entrance: Int) {
        self.path = path
        self.entrance = entrance
    }

    /// Leaves the top place, unless the visit began there.
    mutating func stepBack() -> Route? { path.routes.count > entrance ? path.pop() : nil }
}
