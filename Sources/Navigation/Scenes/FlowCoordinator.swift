/// A responder that creates the screens of one flow and handles their navigation.
public protocol FlowCoordinator: Responder {
    associatedtype FlowLocation: Location
    func screen(for location: FlowLocation) async throws -> any Screen
}

extension FlowCoordinator {
    public var commands: [Command] { [] }
}
