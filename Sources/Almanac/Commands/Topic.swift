import Wording

/// Commands that belong together, under a heading of the help and the manual.
public struct Topic: Sendable {
    public let title: Title
    public let commands: [Command]
    /// Where they answer, behind “it answers”.
    let place: Message

    init(_ title: Title, _ commands: [Command], answering place: Message = "everywhere") {
        self.title = title
        self.commands = commands
        self.place = place
    }
}
