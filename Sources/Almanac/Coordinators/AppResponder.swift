import Navigation

/// What can be typed everywhere: the last one in the chain. While nobody is signed in, only what leads somewhere.
struct AppResponder: Responder {
    let coordinator: AppCoordinator
    let context: FlowContext

    var commands: [Command] { topics.flatMap(\.commands) }

    var topics: [Topic] {
        let topics = mainTopics
        return topics
            + [Topic("The shell", ManualCommands(services: coordinator.services, others: topics).commands)]
    }

    private var mainTopics: [Topic] {
        [Topic("Going places", NavigationCommands(coordinator: coordinator, context: context).commands)]
            + (context.session == .signedOut ? [] : changes)
            + [
                Topic(
                    "You", AccountCommands(services: coordinator.services, session: coordinator.session).commands),
                Topic("Help", HelpCommands(options: coordinator.services.configuration.options).commands),
            ]
    }

    private var changes: [Topic] {
        [
            Topic("Records", RecordCommands(coordinator: coordinator, directory: coordinator.directory).commands),
            Topic("Mail", MailCommands(services: coordinator.services, directory: coordinator.directory).commands),
            Topic(
                "What was changed",
                HistoryCommands(reader: coordinator.historyReader, directory: coordinator.directory).commands
                    + TrashCommands(reader: coordinator.historyReader, maintenance: coordinator.services.maintenance)
                    .commands),
            Topic(
                "In and out",
                [
                    ImportCommand(services: coordinator.services).command,
                    ExportCommand(services: coordinator.services, directory: coordinator.directory).command,
                ]),
            Topic(
                "Twice here",
                DuplicateCommands(
                    merge: MergeCommand(services: coordinator.services, directory: coordinator.directory)
                ).commands),
            Topic(
                "The sky",
                [
                    SystemCommand(planets: coordinator.services.planets).command,
                    CompareCommand(planets: coordinator.services.planets, directory: coordinator.directory).command,
                    PlotCommand(services: coordinator.services).command,
                    OrbitsCommand(services: coordinator.services).command,
                    SizesCommand(services: coordinator.services, directory: coordinator.directory).command,
                ]),
            Topic("The store", StoreCommands(coordinator: coordinator).commands),
        ]
    }
}
