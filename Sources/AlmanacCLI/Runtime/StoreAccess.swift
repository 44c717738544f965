import Navigation

/// How much access to the database a list of commands needs.
enum StoreAccess {
    /// No access.
    case none
    /// Maintenance, even if the database cannot be opened.
    case maintenance
    /// An existing database.
    case existing
    /// A database that is created if it is missing.
    case creation

    init(of commands: [[String]]) {
        let commands = commands.filter { $0.first.map { !$0.hasPrefix("#") } ?? false }.map {
            ShellWords.containsHelpOption($0) ? ["help"] : $0
        }
        if commands.isEmpty {
            self = .existing
        } else if commands.allSatisfy({ Self.independent.contains($0[0]) }) {
            self = .none
        } else if commands.allSatisfy({ Self.maintaining.contains($0[0]) }) {
            self = .maintenance
        } else {
            self = commands.contains { Self.adding.contains($0[0]) && $0.count > 1 } ? .creation : .existing
        }
    }

    init(ofLines lines: [String]) {
        self.init(of: lines.map { (try? ShellWords.of($0)) ?? [] })
    }

    /// “migrate” opens the database itself.
    private static let independent: Set<String> = [
        "help", "?", "keys", "version", "paths", "man", "completion", "migrate", "demo",
    ]
    private static let maintaining: Set<String> = ["check", "restore", "salvage", "backups", "complete"]
    /// With arguments; “seed” without any lists the data sets.
    private static let adding: Set<String> = ["new", "seed", "signup", "open", "import"]
}
