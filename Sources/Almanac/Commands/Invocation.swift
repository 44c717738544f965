import Display
import Localization
import Model

/// The circumstances of one command: who can be asked, and what the user was looking at.
public struct Invocation: Sendable {
    /// Whether somebody can be asked, and sees numbered rows.
    public let isInteractive: Bool
    let scene: Scene
    /// What the last command showed.
    let shown: Page

    /// Does what the history does not record; of what is only tried it tells what would be.
    func trying(_ future: Message, _ work: () async throws -> NavigationAction) async throws -> NavigationAction {
        do {
            return try await work()
        } catch is DryRunResult {
            return .tell(.message("Nothing was changed. \(future)"))
        }
    }

    /// The record in the row that a word picks, if it is the number of one on screen.
    func row(_ word: String) -> RecordID? { place(word).flatMap { RecordID($0) } }

    /// Where the row that a word picks leads.
    func place(_ word: String) -> String? { isInteractive ? Int(word).flatMap { rows[$0] } : nil }

    /// The rows that somebody sees: of what was told last, if that has some, else of the place.
    private var rows: [Int: String] {
        let told = shown.numberedRows
        return told.isEmpty ? scene.rows : told
    }
}
