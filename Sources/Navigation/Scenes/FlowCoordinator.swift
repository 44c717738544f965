/// A responder that creates the screens of one flow and handles their navigation.
public protocol FlowCoordinator: Responder {
    associatedtype Flow: Location
    func screen(for place: Flow) async throws -> any Screen
}

extension FlowCoordinator {
    public var commands: [Command] { [] }
}
