import Display
import Model

/// A crawler that finds the reachable screens by running commands on each screen.
public struct NavigationCrawler: Sendable {
    private let providers: [any SceneProvider]

    /// Creates a crawler.
    ///
    /// - Parameter providers: One app for each initial session.
    package init(_ providers: any SceneProvider...) { self.providers = providers }

    /// Returns the navigation graph. All records of one kind are represented by the same node. The edges of app
    /// commands start at the node `anywhere`, and the edges of flow commands at the root of the flow.
    public func graph() async throws -> NavigationGraph {
        var graph = NavigationGraph()
        var waiting: [AppState] = []
        for provider in providers { waiting.append(try await AppState(provider, isInteractive: true)) }
        var seen = Set(waiting.map(\.navigation.path.pattern))
        // A command of the app whose arguments do not depend on the screen leads to the same location from anywhere. It
        // is run under three roots, because one root can be its destination and another can be the login screen.
        var roots: [String: Set<Route.Root>] = [:]
        while let state = waiting.popLast() {
            let chain = state.scene.chain
            let (here, root) = (state.navigation.path.pattern, state.navigation.path.root)
            for (distance, responder) in chain.enumerated() {
                let isApp = distance == chain.count - 1
                let source = isApp ? NavigationGraph.anywhere : distance == 0 ? here : root.rawValue
                for command in responder.commands where NavigationCrawler.isFit(command) {
                    if isApp && !NavigationCrawler.dependsOnScreen(command) {
                        guard roots[command.name, default: []].count < 3 else { continue }
                        roots[command.name, default: []].insert(root)
                    }
                    for next in try await NavigationCrawler.results(of: command, at: state) {
                        let path = next.navigation.path
                        if !isApp || path.root != root || path.pattern.contains("#") {
                            graph.add(from: source, to: path.pattern, by: command.name)
                        }
                        if seen.insert(path.pattern).inserted { waiting.append(next) }
                    }
                }
            }
        }
        graph.removeRepetitions()
        return graph
    }

    /// Returns the other locations to which a command leads.
    private static func results(of command: Command, at state: AppState) async throws -> [AppState] {
        var results: [AppState] = []
        for line in lines(for: command, at: state) {
            try Task.checkCancellation()
            var next = state
            do {
                try await next.send(line)
            } catch {
                try Task.checkCancellation()
                continue
            }
            if next.navigation.path.pattern != state.navigation.path.pattern { results.append(next) }
        }
        return results
    }

    /// Returns whether the crawler runs a command. It runs read-only commands and commands that open a form. Some
    /// commands are excluded, including the command that prints the graph.
    private static func isFit(_ command: Command) -> Bool {
        let opensForm = command.parameters.contains { $0.kind.isFields && $0.count == .any }
        return (command.effect == .reads || opensForm)
            && !["graph", "check", "backup", "tutorial", "merge", "export", "back"].contains(command.name)
    }

    private static func dependsOnScreen(_ command: Command) -> Bool {
        command.parameters.contains { parameter in
            switch parameter.kind {
            case .row, .record, .step, .deletedRecord: true
            default: false
            }
        }
    }

    /// Returns example lines for a command, with one line for each combination of example arguments.
    package static func lines(for command: Command, at state: AppState) -> [String] {
        var lines = [[command.name]]
        for parameter in command.parameters {
            let words = examples(of: parameter, at: state)
            switch parameter.count {
            case .optional, .any: lines += lines.flatMap { line in words.map { line + [$0] } }
            case .one, .many: lines = lines.flatMap { line in words.map { line + [$0] } }
            }
        }
        return lines.map(ShellWords.joined)
    }

    private static func examples(of parameter: Parameter, at state: AppState) -> [String] {
        switch parameter.kind {
        case .row: state.scene.rows.keys.sorted().prefix(1).map(String.init)
        case .record: state.scene.rows.values.sorted().prefix(1) + [state.scene.screen.page.address].compactMap { $0 }
        case .step: state.scene.steps.prefix(1).map { String($0.rawValue) }
        case .deletedRecord: Array(state.scene.rows.values.sorted().prefix(1))
        case .choice(let words), .figure(_, or: let words): words
        case .order(let kind): kind.orders
        case .column: []
        case .keyword(let word): [word]
        case .text, .name: ["a"]
        case .filter: ["version > 1"]
        case .command: ["help"]
        case .fields, .fieldsOfNamed, .file, .dataSet, .remote, .conflict: []
        }
    }
}

/// The locations of the app and the commands that lead from one location to another.
public struct NavigationGraph: Hashable, Sendable {
    public struct Edge: Hashable, Sendable {
        public let from: String
        public let to: String
    }

    public private(set) var edges: [Edge: Set<String>] = [:]

    mutating func add(from: String, to: String, by command: String) {
        edges[Edge(from: from, to: to), default: []].insert(command)
    }

    /// Removes from each edge, unless it leads to a record, the commands that also lead to its target from the node
    /// `anywhere`. Removes each edge from `anywhere` to a record if another edge leads to that record.
    mutating func removeRepetitions() {
        for (edge, commands) in edges where edge.from != Self.anywhere && !edge.to.contains("#") {
            let others = commands.subtracting(edges[Edge(from: Self.anywhere, to: edge.to)] ?? [])
            edges[edge] = others.isEmpty ? nil : others
        }
        let near = Set(edges.keys.filter { $0.from != Self.anywhere }.map(\.to))
        edges = edges.filter { edge, _ in
            edge.from != Self.anywhere || !edge.to.contains("#") || !near.contains(edge.to)
        }
    }

    /// The node from which the commands of the app start.
    static let anywhere = "anywhere"

    public var places: Set<String> { Set(edges.keys.flatMap { [$0.from, $0.to] }).subtracting([Self.anywhere]) }

    /// The graph in the DOT language, sorted by location.
    public var graphviz: String {
        let lines = edges.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }.map { edge, commands in
            "    \"\(edge.from)\" -> \"\(edge.to)\" [label=\"\(commands.sorted().joined(separator: "\\n"))\"];"
        }
        return (["digraph almanac {", "    rankdir=LR;", "    node [shape=box, style=rounded];"] + lines + ["}"])
            .joined(separator: "\n")
    }
}

extension Path {
    /// The path with each numeric ID replaced with `#` and without the state of lists, such as `persons/#/edit`.
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
