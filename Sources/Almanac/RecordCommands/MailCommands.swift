import Navigation

/// What mail programs ask for.
struct MailCommands: Responder {
    let services: Services
    let directory: RecordResolver

    var commands: [Command] {
        [
            QueryCommand(recipients: services.recipients).command,
            AddEmailCommand(services: services, directory: directory).command,
        ]
    }
}
