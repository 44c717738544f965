import Localization
import Model
import Navigation
import Sync

/// The commands for remote address books and their synchronization.
struct SyncCommands: Responder {
    let remotes: any RemoteDataSource
    let groups: any GroupDataSource
    let steps: any CommandStepDataSource
    let backups: any AutomaticBackups
    let files: any FileAccess
    let clock: Clock
    let resolver: RecordResolver
    /// A function that reports a problem.
    let notify: @Sendable (Message) -> Void

    var commands: [Command] {
        let runner = SyncRunner(remotes: remotes, steps: steps, backups: backups)
        let tables = RemoteTables(clock: clock)
        let adder = RemoteAdder(
            remotes: remotes, files: files, resolver: resolver, synchronization: runner, clock: clock)
        return RemoteCommands(remotes: remotes, groups: groups, adder: adder, tables: tables).commands
            + [SyncCommand(remotes: remotes, runner: runner, tables: tables, notify: notify).command]
            + ConflictCommands(remotes: remotes, resolver: resolver, clock: clock).commands
    }
}
