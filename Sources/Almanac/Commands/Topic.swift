/// Commands that belong together, under a heading of the help and the manual.
public struct Topic: Sendable {
    public let title: String
    public let commands: [Command]
    /// Where they answer, behind “it answers”.
    let place: String

    init(_ title: String, _ commands: [Command], answering place: String = "everywhere") {
        self.title = title
        self.commands = commands
        self.place = place
    }
}
