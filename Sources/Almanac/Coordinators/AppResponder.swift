/// What can be typed everywhere: the last one in the chain. While nobody is signed in, only what leads somewhere.
struct AppResponder: Responder {
    let coordinator: AppCoordinator
    let context: FlowContext

    var commands: [Command] {
        NavigationCommands(coordinator: coordinator, context: context).commands
            + (context.session == .signedOut ? [] : changes)
            + AccountCommands(services: coordinator.services, session: coordinator.session).commands
            + HelpCommands(options: coordinator.services.configuration.options).commands
    }

    private var changes: [Command] {
        RecordCommands(coordinator: coordinator, directory: coordinator.directory).commands
            + HistoryCommands(reader: coordinator.historyReader, directory: coordinator.directory).commands
            + TrashCommands(reader: coordinator.historyReader, keeper: coordinator.services.keeper).commands
            + StoreCommands(coordinator: coordinator).commands
    }
}
