import Almanac
import Model
import SQLite
import Terminal

/// The backup of the day, made on leaving a conversation; Ctrl-C leaves at once, and then there is none yet.
struct DailyBackup {
    let house: AppRuntime
    let maintenance: any DatabaseMaintenance
    private static let patience = Duration.milliseconds(500)

    func make() async {
        let notice = Task { [voice = house.voice] in
            try await Task.sleep(for: Self.patience)
            voice.say("Making the backup of the day; Ctrl-C leaves without it.")
        }
        defer { notice.cancel() }
        do {
            _ = try await InterruptMonitor.cancelling(house.signals, on: BlockingExecutor.shared) { [maintenance] in
                try await maintenance.backUpDaily()
            }
        } catch is CancellationError {
            // Another day, or another time today.
        } catch {
            house.voice.say("The backup of the day could not be made.")
            _ = house.voice.tell(error)
        }
    }
}
