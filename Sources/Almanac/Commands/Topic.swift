/// Commands that belong together, under a heading of the help and the manual.
public struct Topic: Sendable {
    public let title: String
    public let commands: [Command]

    init(_ title: String, _ commands: [Command]) {
        self.title = title
        self.commands = commands
    }
}
