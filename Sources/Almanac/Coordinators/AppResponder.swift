/// What can be typed everywhere: the last one in the chain.
struct AppResponder: Responder {
    let coordinator: AppCoordinator
    let context: FlowContext

    var commands: [Command] {
        NavigationCommands(coordinator: coordinator, context: context).commands
            + RecordCommands(coordinator: coordinator, directory: coordinator.directory).commands
            + AccountCommands(services: coordinator.services, session: coordinator.session).commands
            + StoreCommands(coordinator: coordinator).commands
            + HelpCommands(options: coordinator.services.configuration.options).commands
    }
}
