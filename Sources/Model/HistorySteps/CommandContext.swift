/// The command that is carried out: all that it changes, in however many transactions, is one step of the history.
public struct CommandContext: Sendable {
    /// What the user asked for, as a line.
    public let command: String
    /// Nil for a guest.
    public let author: Account.ID?
    /// Tells the command from every other.
    public let token: UInt64
    /// Collects what the command would change; nil unless it is a dry run.
    public let dryRun: DryRunResult?

    public var isDryRun: Bool { dryRun != nil }

    public init(
        _ command: String, by author: Account.ID?, isDryRun: Bool = false,
        token: UInt64 = .random(in: .min ... .max)
    ) {
        self.command = command
        self.author = author
        self.token = token
        dryRun = isDryRun ? DryRunResult() : nil
    }

    /// The same command as a dry run.
    public var asDryRun: CommandContext { isDryRun ? self : CommandContext(command, by: author, isDryRun: true) }
}
