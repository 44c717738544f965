import Model

/// A list of routes from a root to a screen, such as `persons/7/edit`.
public struct Path: Hashable, Sendable, CustomStringConvertible {
    /// The routes of the path, starting with the root. There is at least one route.
    public private(set) var routes: [Route]

    public init(_ root: Route, _ rest: Route...) {
        routes = [root] + rest
    }

    /// Creates a path from text such as `persons/7/edit`.
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

    /// Appends a route if it is a child of the last route. As a result, every path can be written as text.
    mutating func push(_ route: Route) {
        if top.child(route.name) == route { routes.append(route) }
    }

    /// Replaces the last route if the new route has the same parent.
    mutating func replaceTop(with route: Route) {
        let fits =
            routes.count > 1 ? routes[routes.count - 2].child(route.name) == route : route.isRoot && route.root == root
        if fits { routes[routes.count - 1] = route }
    }

    /// The path without its last route, or `nil` for a root.
    var parent: Path? {
        var parent = self
        return parent.pop() == nil ? nil : parent
    }

    /// Removes and returns the last route, unless it is the root.
    mutating func pop() -> Route? { routes.count > 1 ? routes.removeLast() : nil }
}

extension Path: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let path = Path(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "invalid path: \(text)"))
        }
        self = path
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Kind {
    /// The path of the list of records of this kind.
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
    /// The path of the record’s page.
    public var path: Path { kind.path.appending(String(number)) }

    /// The path of the form that edits the record.
    package var editPath: Path { path.appending("edit") }
}

extension Path {
    /// Returns the path with a child appended, or the same path if there is no such child.
    package func appending(_ name: String) -> Path {
        var longer = self
        if let next = top.child(name) { longer.push(next) }
        return longer
    }
}
