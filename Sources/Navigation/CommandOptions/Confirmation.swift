extension Option {
    public static let yes = Option("--yes", nil, "Skip confirmation")
}

/// The options of a command that asks for confirmation.
public struct Confirmation: Hashable, Sendable {
    public var isGiven = false
    public var isDryRun = false

    /// Whether to run the command without a prompt.
    public var isConfirmed: Bool { isGiven || isDryRun }

    public static let yes = Confirmation(isGiven: true)
    public static let none = Confirmation()
}

extension Argument where Value == Confirmation {
    public static var confirmation: Argument {
        Argument(
            options: [.yes, .dryRun], read: { Confirmation(isGiven: $0.has(.yes), isDryRun: $0.has(.dryRun)) },
            words: { ($0.isGiven ? [Option.yes.name] : []) + ($0.isDryRun ? [Option.dryRun.name] : []) })
    }
}

extension Argument where Value == Bool {
    public static var yes: Argument { flag(.yes) }
}
