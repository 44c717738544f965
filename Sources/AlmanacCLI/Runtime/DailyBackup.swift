import Almanac
import Model
import Terminal

/// The backup of the day, made on leaving a conversation; Ctrl-C leaves at once, and then there is none yet.
struct DailyBackup {
    let runtime: AppRuntime
    let keeper: any DatabaseMaintenance
    private static let patience = Duration.milliseconds(500)

    func make() async {
        let notice = Task { [reporter = runtime.reporter] in
            try await Task.sleep(for: Self.patience)
            reporter.notify("Making the backup of the day; Ctrl-C leaves without it.")
        }
        defer { notice.cancel() }
        do {
            _ = try await InterruptMonitor.cancelling(runtime.signals) { [keeper] in try await keeper.backUpDaily() }
        } catch is CancellationError {
            // Another day, or another time today.
        } catch {
            runtime.reporter.notify("The backup of the day could not be made.")
            _ = runtime.reporter.report(error)
        }
    }
}
