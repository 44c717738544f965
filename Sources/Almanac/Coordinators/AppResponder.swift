import Navigation

/// The last responder in the chain, which handles the app-wide commands. While the user is signed out, it offers only
/// the commands for navigation, accounts, help, and the shell.
struct AppResponder: Responder {
    let coordinator: AppCoordinator
    let context: FlowContext

    private var services: Services { coordinator.services }
    private var resolver: RecordResolver { coordinator.resolver }

    var commands: [Command] { topics.flatMap(\.commands) }

    var topics: [Topic] {
        let topics = mainTopics
        return topics + [Topic("Shell", ManualCommands(services: services, others: topics).commands)]
    }

    private var mainTopics: [Topic] {
        let navigation = NavigationCommands(
            services: services, resolver: resolver, context: context, scenes: coordinator)
        return [Topic("Navigation", navigation.commands)]
            + (context.session == .signedOut ? [] : changes)
            + [
                Topic("Account", AccountCommands(services: services, session: coordinator.session).commands),
                Topic("Help", HelpCommands(configuration: services.configuration).commands),
            ]
    }

    private var changes: [Topic] {
        let history = HistoryCommands(reader: coordinator.historyReader, resolver: resolver)
        let trash = TrashCommands(reader: coordinator.historyReader, maintenance: services.maintenance)
        let merge = MergeCommand(services: services, resolver: resolver)
        return [
            Topic(
                "Records",
                RecordCommands(
                    navigator: coordinator, groups: services.groups, resolver: resolver,
                    photo: PhotoCommand(services: services, resolver: resolver)
                ).commands),
            Topic(
                "Mail",
                [
                    QueryCommand(recipients: services.recipients).command,
                    AddEmailCommand(services: services, resolver: resolver).command,
                ]),
            Topic("History", history.commands + trash.commands),
            Topic(
                "Import and export",
                [
                    ImportCommand(services: services).command,
                    ExportCommand(services: services, resolver: resolver).command,
                ]),
            Topic("Duplicates", DuplicateCommands(merge: merge).commands),
            Topic(
                "Astronomy",
                [
                    SystemCommand(planets: services.planets).command,
                    CompareCommand(planets: services.planets, resolver: resolver).command,
                    PlotCommand(services: services).command, OrbitsCommand(services: services).command,
                    SizesCommand(services: services, resolver: resolver).command,
                ]),
            Topic(
                "Database",
                StoreCommands(
                    services: services, session: coordinator.session, resolver: resolver, graph: coordinator.graph
                ).commands),
        ]
    }
}
