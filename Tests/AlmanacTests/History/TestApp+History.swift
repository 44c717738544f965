import Almanac
import Display
import Model
import TestSupport

extension TestApp {
    /// Returns the history steps, newest first, optionally only the steps that changed one record.
    func steps(about address: String? = nil) async throws -> [Step] {
        let address = address.flatMap { RecordID($0) }
        return try await services.history.steps(about: address, at: .beginning, limit: 100).items
    }

    /// The command lines of the steps, newest first, with `nil` for changes by other programs.
    var commands: [String?] {
        get async throws {
            try await steps().map { if case .command(let line, _) = $0.origin { line } else { nil } }
        }
    }

    /// The machine-readable rows of the last notice or, without a notice, of the screen.
    var rowsForPrograms: [Row] {
        (stage.notice ?? stage.scene.screen.page).shown(to: .programs).tables.flatMap(\.rows)
    }
}
