import Model

/// A list of routes from a root to a screen, such as `persons/7/edit`.
public struct Path: Hashable, Sendable, CustomStringConvertible {
    /// The routes of the path, starting with the root. There is at least one route.
    public private(set) var routes: [Route]

    /// Creates the path of a location, with all its parents in their default states.
    public init(_ route: Route) {
        routes = [route]
        while let parent = routes[0].parent { routes.insert(parent, at: 0) }
    }

    /// Creates a path from text such as `persons/7/edit`, or returns `nil` if the text is not a path.
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

    /// Replaces the last route if the new route is a child of the same parent or another state of the same root.
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

    /// Removes and returns the last route, or returns `nil` if only the root is left.
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

extension RecordID {
    /// The location of the record’s page.
    public var route: Route {
        switch kind {
        case .person: .persons(.record(.init(rawValue: number)))
        case .group: .groups(.records(.record(.init(rawValue: number))))
        case .planet: .planets(.record(.init(rawValue: number)))
        case .note: .notes(.record(.init(rawValue: number)))
        }
    }

    /// The location of the form that edits the record.
    package var editForm: Route {
        switch kind {
        case .person: .persons(.edit(.init(rawValue: number)))
        case .group: .groups(.records(.edit(.init(rawValue: number))))
        case .planet: .planets(.edit(.init(rawValue: number)))
        case .note: .notes(.edit(.init(rawValue: number)))
        }
    }
}

extension Kind {
    /// Returns the location of the form for a new record.
    package func form(about subject: RecordID? = nil) -> Route {
        switch self {
        case .person: .persons(.new(about: subject))
        case .group: .groups(.records(.new(about: subject)))
        case .planet: .planets(.new(about: subject))
        case .note: .notes(.new(about: subject))
        }
    }
}
