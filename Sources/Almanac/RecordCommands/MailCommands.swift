import Model
import Navigation

/// The commands for mail programs.
struct MailCommands: Responder {
    let recipients: any RecipientDataSource
    let persons: any PersonDataSource
    let files: any FileAccess

    var commands: [Command] {
        [
            QueryCommand(recipients: recipients).command,
            AddEmailCommand(recipients: recipients, persons: persons, files: files).command,
        ]
    }
}
