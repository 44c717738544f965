/// Whoever makes the screens of one flow and says where they lead.
public protocol FlowCoordinator: Responder {
    associatedtype Flow: Place
    func screen(for place: Flow) async throws -> any Screen
}

extension FlowCoordinator {
    public var commands: [Command] { [] }
}
