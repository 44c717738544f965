import Navigation

/// The last responder of the chain: the commands of the whole app. While signed out, only those that lead to other locations.
struct AppResponder: Responder {
    let coordinator: AppCoordinator
    let context: FlowContext

    private var services: Services { coordinator.services }
    private var directory: RecordResolver { coordinator.directory }

    var commands: [Command] { topics.flatMap(\.commands) }

    var topics: [Topic] {
        let topics = mainTopics
        return topics + [Topic("The shell", ManualCommands(services: services, others: topics).commands)]
    }

    private var mainTopics: [Topic] {
        let navigation = NavigationCommands(
            services: services, directory: directory, context: context, scenes: coordinator)
        return [Topic("Going places", navigation.commands)]
            + (context.session == .signedOut ? [] : changes)
            + [
                Topic("You", AccountCommands(services: services, session: coordinator.session).commands),
                Topic("Help", HelpCommands(configuration: services.configuration).commands),
            ]
    }

    private var changes: [Topic] {
        let history = HistoryCommands(reader: coordinator.historyReader, directory: directory)
        let trash = TrashCommands(reader: coordinator.historyReader, maintenance: services.maintenance)
        let merge = MergeCommand(services: services, directory: directory)
        return [
            Topic(
                "Records",
                RecordCommands(
                    navigator: coordinator, groups: services.groups, directory: directory,
                    photo: PhotoCommand(services: services, directory: directory)
                ).commands),
            Topic(
                "Mail",
                [
                    QueryCommand(recipients: services.recipients).command,
                    AddEmailCommand(services: services, directory: directory).command,
                ]),
            Topic("What was changed", history.commands + trash.commands),
            Topic(
                "In and out",
                [
                    ImportCommand(services: services).command,
                    ExportCommand(services: services, directory: directory).command,
                ]),
            Topic("Twice here", DuplicateCommands(merge: merge).commands),
            Topic(
                "The sky",
                [
                    SystemCommand(planets: services.planets).command,
                    CompareCommand(planets: services.planets, directory: directory).command,
                    PlotCommand(services: services).command, OrbitsCommand(services: services).command,
                    SizesCommand(services: services, directory: directory).command,
                ]),
            Topic(
                "The store",
                StoreCommands(
                    services: services, session: coordinator.session, directory: directory, graph: coordinator.graph
                ).commands),
        ]
    }
}
