import Localization

/// Commands that belong together, under a heading of the help and the manual.
public struct Topic: Sendable {
    public let title: Title
    public let commands: [Command]
    /// Where they answer, behind “it answers”; nil where they are asked about where they do.
    package let place: Message?

    package init(_ title: Title, _ commands: [Command], answering place: Message? = nil) {
        self.title = title
        self.commands = commands
        self.place = place
    }
}
