extension Option {
    // The `CommandContext` of a dry run collects the changes, and the database rolls them back.
    public static let dryRun = Option("--dry-run", nil, "Show what would change, without changing anything")
}

extension Argument where Value == Bool {
    public static var dryRun: Argument { flag(.dryRun) }
}
