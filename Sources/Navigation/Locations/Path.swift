import Model

/// A place and the way back from it: `persons/7/edit`.
public struct Path: Hashable, Sendable, CustomStringConvertible {
    /// The root first; never empty.
    public private(set) var routes: [Route]

    public init(_ root: Route, _ rest: Route...) {
        routes = [root] + rest
    }

    /// Reads an address; nil if no place has it.
    public init?(_ text: String) {
        let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let first = names.first, let root = Route(root: Kind(plural: first)?.plural ?? first) else { return nil }
        routes = [root]
        for name in names.dropFirst() {
            guard let next = top.child(name) else { return nil }
            routes.append(next)
        }
    }

    public var top: Route { routes.last ?? .home }
    public var root: Route.Root { top.root }
    public var description: String { routes.map(\.name).joined(separator: "/") }

    /// Goes to a place below the top one; a route that is none leaves the path as it is, so that every path has an address.
    mutating func push(_ route: Route) {
        if top.child(route.name) == route { routes.append(route) }
    }

    /// Takes another look at the top place; a route that is another place leaves the path as it is.
    mutating func replaceTop(with route: Route) {
        let fits =
            routes.count > 1 ? routes[routes.count - 2].child(route.name) == route : route.isRoot && route.root == root
        if fits { routes[routes.count - 1] = route }
    }

    /// The place before the top one; nil for a root.
    var parent: Path? {
        var parent = self
        return parent.pop() == nil ? nil : parent
    }

    /// Leaves the top place, unless it is the root.
    mutating func pop() -> Route? { routes.count > 1 ? routes.removeLast() : nil }
}

extension Path: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let path = Path(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no place: \(text)"))
        }
        self = path
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Kind {
    /// The list of all records of this kind.
    public var path: Path {
        switch self {
        case .person: Path(.persons(.standard))
        case .group: Path(.groups(.standard))
        case .planet: Path(.planets(.standard))
        case .note: Path(.notes(.standard))
        }
    }
}

extension RecordID {
    /// The page of the record, and the list behind it.
    public var path: Path { kind.path.appending(String(number)) }

    /// The form that edits the record.
    package var editPath: Path { path.appending("edit") }
}

extension Path {
    /// The place of that name below this one; this one if there is none.
    package func appending(_ name: String) -> Path {
        var longer = self
        if let next = top.child(name) { longer.push(next) }
        return longer
    }
}
