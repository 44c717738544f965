import Almanac
import Model
import SQLite
import Terminal

/// The daily backup, made at the end of an interactive session. Ctrl-C skips it.
struct DailyBackup {
    let runtime: AppRuntime
    let maintenance: any DatabaseMaintenance
    private static let patience = Duration.milliseconds(500)

    func make() async {
        let notice = Task { [reporter = runtime.reporter] in
            try await Task.sleep(for: Self.patience)
            reporter.notify("Making the backup of the day; Ctrl-C leaves without it.")
        }
        defer { notice.cancel() }
        do {
            _ = try await InterruptMonitor.cancelling(runtime.signals, on: BlockingExecutor.shared) { [maintenance] in
                try await maintenance.backUpDaily()
            }
        } catch is CancellationError {
            // Another day, or another time today.
        } catch {
            runtime.reporter.notify("The backup of the day could not be made.")
            _ = runtime.reporter.report(error)
        }
    }
}
