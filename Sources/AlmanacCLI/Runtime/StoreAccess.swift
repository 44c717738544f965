import Navigation

/// The access to the database that a list of commands needs.
enum StoreAccess {
    /// No access to the database.
    case none
    /// Access for maintenance, even if the database cannot be opened normally.
    case maintenance
    /// Access to an existing database.
    case existing
    /// Access to a database that is created if it does not exist.
    case creation

    init(of commands: [[String]]) {
        let commands = commands.filter { $0.first.map { !$0.hasPrefix("#") } ?? false }.map {
            ShellWords.containsHelpOption($0) ? ["help"] : Self.withoutFormat($0)
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

    private static func withoutFormat(_ words: [String]) -> [String] {
        var arguments = ProgramArguments()
        var rest = words
        // An invalid format is reported when the command runs.
        guard (try? arguments.read(ProgramOption.formats, from: &rest)) != nil, !rest.isEmpty else { return words }
        return rest
    }

    /// The commands that do not use the database, or that open it themselves, such as “migrate”.
    private static let independent: Set<String> = [
        "help", "?", "keys", "version", "paths", "man", "completion", "migrate", "demo", "salvage",
    ]
    private static let maintaining: Set<String> = ["check", "restore", "backups", "complete"]
    /// The commands that create the database if they have arguments. Without arguments, “seed” only lists the data
    /// sets.
    private static let adding: Set<String> = ["new", "seed", "signup", "open", "import", "remote"]
}
