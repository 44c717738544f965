/// The command that is being carried out, for the history: every change made meanwhile belongs to it, in however many
/// transactions.
///
///     try await Deed.$current.withValue(Deed("delete persons/7 --yes", by: account)) { … }
public struct CommandContext: Hashable, Sendable {
    /// What the user asked for, as a line.
    public let command: String
    /// Nil for a guest.
    public let author: Account.ID?
    /// Tells this deed from every other, so that its transactions are one step of the history.
    public let token: UInt64
    /// Whether it is only tried: the store throws a `DryRunResult` in place of keeping anything.
    public let isDryRun: Bool

    public init(_ command: String, by author: Account.ID?, isDryRun: Bool = false) {
        self.command = command
        self.author = author
        self.isDryRun = isDryRun
        token = .random(in: .min ... .max)
    }

    /// Nil outside any command: such changes are nobody's.
    @TaskLocal public static var current: CommandContext?
}
