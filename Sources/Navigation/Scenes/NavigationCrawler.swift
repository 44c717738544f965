import Display
import Model

/// A crawler that finds the reachable screens by running each read-only command on each screen.
public struct NavigationCrawler: Sendable {
    private let providers: [any SceneProvider]

    /// - Parameter providers: The app in each initial session.
    package init(_ providers: any SceneProvider...) { self.providers = providers }

    /// Returns the navigation graph. All records of a kind are one node.
    public func graph() async throws -> NavigationGraph {
        var graph = NavigationGraph()
        var waiting: [AppState] = []
        for provider in providers { waiting.append(try await AppState(provider, isInteractive: true)) }
        var seen = Set(waiting.map(\.navigation.path.pattern))
        while let state = waiting.popLast() {
            for command in state.scene.commands where NavigationCrawler.isFit(command) {
                for line in NavigationCrawler.lines(for: command, at: state) {
                    var next = state
                    do { try await next.send(line) } catch { continue }
                    let from = state.navigation.path.pattern
                    let to = next.navigation.path.pattern
                    guard next.navigation.path != state.navigation.path else { continue }
                    graph.add(from: from, to: to, by: command.name)
                    if seen.insert(to).inserted { waiting.append(next) }
                }
            }
        }
        return graph
    }

    /// Returns whether the command only reads, or opens a form. Reports are excluded, and so is the command for this
    /// graph.
    private static func isFit(_ command: Command) -> Bool {
        let opensForm = command.parameters.contains { $0.kind.isFields && $0.count == .any }
        return (command.effect == .reads || opensForm)
            && !["graph", "check", "backup", "tutorial", "merge", "export"].contains(command.name)
    }

    /// Returns example lines for a command, with one example for each kind of value of its parameters.
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
        case .choice(let words), .order(let words), .figure(_, or: let words): words
        case .column: []
        case .keyword(let word): [word]
        case .text: ["a"]
        case .filter: ["version > 1"]
        case .command: ["help"]
        case .fields, .fieldsOfNamed, .file: []
        }
    }
}
