import Almanac
import AlmanacStore
import Model
import SQLite
import Terminal

/// The daily backup, which is made at the end of an interactive session, or in the background after a command that
/// changes data. The background process also verifies an old backup.
struct DailyBackup {
    let runtime: AppRuntime
    private static let delay = Duration.milliseconds(500)

    private var isDisabled: Bool { runtime.environment["ALMANAC_DAILY_BACKUP"] == "never" }

    private var maintenance: DatabaseMaintainer {
        DatabaseMaintainer(of: runtime.location)
    }

    /// Makes the backup. Ctrl-C skips it.
    func make() async {
        guard !isDisabled else { return }
        let notice = Task { [reporter = runtime.reporter] in
            try await Task.sleep(for: Self.delay)
            reporter.notify("Making the daily backup. Press Ctrl-C to skip it.")
        }
        defer { notice.cancel() }
        do {
            _ = try await InterruptMonitor.cancelling(runtime.signals, on: BlockingExecutor.shared) { [maintenance] in
                try await maintenance.backUpDaily()
            }
        } catch is CancellationError {
            // The backup remains due. It is made at the end of the next session or in the background.
        } catch {
            runtime.reporter.notify("Cannot make the daily backup.")
            _ = runtime.reporter.report(error)
        }
    }

    /// Starts a process that makes the backup and verifies an old backup if either is due. Does not wait for the
    /// process.
    func start() {
        // The process records a failure in the backup folder.
        guard !isDisabled else { return }
        let isDue = maintenance.isDailyBackupDue ? maintenance.isBackgroundBackupDue : maintenance.isVerificationDue
        guard isDue else { return }
        let words = ["/proc/self/exe", "--database", runtime.paths.store, "--no-config", "backups", "--daily"]
        try? Program(words, environment: runtime.environment).startInBackground()
    }
}
