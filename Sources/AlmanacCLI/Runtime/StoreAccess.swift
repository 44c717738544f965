import Navigation

/// What the commands to come need of the store.
enum StoreAccess {
    /// It is left alone.
    case nothing
    /// It is looked after, even if it does not open.
    case care
    /// It must be there.
    case opening
    /// They put something into it, so it may be new.
    case making

    init(of commands: [[String]]) {
        let commands = commands.filter { $0.first.map { !$0.hasPrefix("#") } ?? false }.map {
            ShellWords.containsHelpOption($0) ? ["help"] : $0
        }
        if commands.isEmpty {
            self = .opening
        } else if commands.allSatisfy({ Self.independent.contains($0[0]) }) {
            self = .nothing
        } else if commands.allSatisfy({ Self.caring.contains($0[0]) }) {
            self = .care
        } else {
            self = commands.contains { Self.creative.contains($0[0]) && $0.count > 1 } ? .making : .opening
        }
    }

    init(ofLines lines: [String]) {
        self.init(of: lines.map { (try? ShellWords.of($0)) ?? [] })
    }

    /// “migrate” opens the store in its own way.
    private static let independent: Set<String> = [
        "help", "?", "keys", "version", "paths", "man", "completion", "migrate", "demo",
    ]
    private static let caring: Set<String> = ["check", "restore", "salvage", "backups", "complete"]
    /// With words behind them; “seed” alone only lists.
    private static let creative: Set<String> = ["new", "seed", "signup", "open", "import"]
}
