/// A responder that creates the screens of one flow and handles the commands for its records.
public protocol FlowCoordinator: Responder {
    associatedtype FlowLocation: Location
    func screen(for location: FlowLocation) async throws -> any Screen
    /// The commands that are available only in the flow.
    var localCommands: [Command] { get }
    /// The commands that are available in the whole app, grouped under headings.
    var sharedTopics: [Topic] { get }
    /// Returns the child flows that handle commands at a location, innermost first.
    func children(at location: FlowLocation) -> [any Responder]
}

extension FlowCoordinator {
    public var localCommands: [Command] { [] }
    public var sharedTopics: [Topic] { [] }
    public func children(at location: FlowLocation) -> [any Responder] { [] }

    public var topics: [Topic] {
        let commands = localCommands
        return (commands.isEmpty ? [] : [Topic("This screen", commands)]) + sharedTopics
    }
    public var commands: [Command] { topics.flatMap(\.commands) }
}

extension FlowCoordinator {
    /// The shared topics for a responder that forwards their commands to the flow.
    public var forwardedTopics: [Topic] { sharedTopics.map { $0.handled(by: name) } }
}
