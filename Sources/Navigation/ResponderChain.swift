/// A member of the responder chain, which handles commands: a screen, a flow coordinator, or the app.
public protocol Responder: Sendable {
    var commands: [Command] { get }
    /// The commands of the responder, grouped under headings.
    var topics: [Topic] { get }
    /// The name of the responder in debug messages, such as `PlanetsFlowCoordinator`.
    var name: String { get }
}

extension Responder {
    public var topics: [Topic] {
        let commands = commands
        return commands.isEmpty ? [] : [Topic("This screen", commands)]
    }
    public var name: String { "\(type(of: self))" }
}

extension Scene {
    /// Returns the commands with the given name or alias, in responder-chain order.
    func candidates(named name: String) -> CommandCandidates {
        CommandCandidates(
            name: name,
            topics: chain.enumerated().flatMap { distance, responder in
                responder.topics.map { (topic: $0, isOfScreen: distance == 0, responder: $0.handler ?? responder.name) }
            })
    }
}

/// The commands with the given name or alias. The commands of a topic are created only when the iteration reaches the
/// topic.
struct CommandCandidates: Sequence, IteratorProtocol {
    // This is not a lazy sequence, because its types would be created at run time for each command line.
    private let name: String
    private var topics: ArraySlice<(topic: Topic, isOfScreen: Bool, responder: String)>
    private var found: ArraySlice<(command: Command, isOfScreen: Bool, responder: String)> = []

    init(name: String, topics: [(topic: Topic, isOfScreen: Bool, responder: String)]) {
        self.name = name
        self.topics = topics[...]
    }

    mutating func next() -> (command: Command, isOfScreen: Bool, responder: String)? {
        while found.isEmpty, let (topic, isOfScreen, responder) = topics.popFirst() {
            found = topic.commands.filter { $0.matches(name) }.map { ($0, isOfScreen, responder) }[...]
        }
        return found.popFirst()
    }
}
