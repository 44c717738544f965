import Navigation

/// How much access to the database a list of commands needs.
enum StoreAccess {
    /// No access.
    case nothing
    /// Maintenance, even if the database cannot be opened.
    case care
    /// An existing database.
    case opening
    /// A database that is created if it is missing.
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

    /// “migrate” opens the database itself.
    private static let independent: Set<String> = [
        "help", "?", "keys", "version", "paths", "man", "completion", "migrate",
    ]
    private static let caring: Set<String> = ["check", "restore", "salvage", "backups", "complete"]
    /// With arguments; “seed” without any lists the data sets.
    private static let creative: Set<String> = ["new", "seed", "signup", "open", "import"]
}
