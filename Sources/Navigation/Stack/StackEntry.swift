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
