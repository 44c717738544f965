/// Something that answers typed commands.
public protocol Responder: Sendable {
    var commands: [Command] { get }
}
