/// Something that answers typed commands.
public protocol Responder: Sendable {
    var commands: [Command] { get }
    /// The same commands, under headings.
    var topics: [Topic] { get }
}

extension Responder {
    public var topics: [Topic] { commands.isEmpty ? [] : [Topic("Here", commands)] }
}
