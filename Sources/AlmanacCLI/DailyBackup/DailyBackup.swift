import Almanac
import Model
import SQLite
import Terminal

/// The daily backup made at the end of an interactive session. Ctrl-C skips the backup.
struct DailyBackup {
    let runtime: AppRuntime
    let maintenance: any DatabaseMaintenance
    private static let delay = Duration.milliseconds(500)

    func make() async {
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
            // The backup is skipped until the next session ends.
        } catch {
            runtime.reporter.notify("Cannot make the daily backup.")
            _ = runtime.reporter.report(error)
        }
    }
}
