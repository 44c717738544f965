/// The locations of the app and the commands that lead from one to another.
public struct NavigationGraph: Hashable, Sendable {
    public struct Edge: Hashable, Sendable {
        public let from: String
        public let to: String
    }

    public private(set) var edges: [Edge: Set<String>] = [:]

    mutating func add(from: String, to: String, by command: String) {
        edges[Edge(from: from, to: to), default: []].insert(command)
    }

    public var places: Set<String> { Set(edges.keys.flatMap { [$0.from, $0.to] }) }

    /// The graph in the DOT language, in a stable order.
    public var graphviz: String {
        let lines = edges.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }.map { edge, commands in
            "    \"\(edge.from)\" -> \"\(edge.to)\" [label=\"\(commands.sorted().joined(separator: "\\n"))\"];"
        }
        return (["digraph almanac {", "    rankdir=LR;", "    node [shape=box, style=rounded];"] + lines + ["}"])
            .joined(separator: "\n")
    }
}

extension Path {
    /// The path with record numbers replaced by `#` and without the state of lists, such as `persons/#/edit`.
    public var pattern: String {
        routes.map { route in
            let name = String(route.name.prefix { $0 != "?" })
            if Int(name) != nil { return "#" }
            if name.hasPrefix("new-") { return "new" }
            if name.split(separator: "-").allSatisfy({ Int($0) != nil }) { return "#-#" }
            return name.contains("-") ? name.prefix { $0 != "-" } + "-#" : name
        }.joined(separator: "/")
    }
}
