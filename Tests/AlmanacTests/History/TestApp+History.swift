import Almanac
import Display
import Model
import TestSupport

extension TestApp {
    /// The history steps, newest first.
    func steps(about address: String? = nil) async throws -> [Step] {
        let address = address.flatMap { RecordID($0) }
        return try await services.history.steps(about: address, at: .beginning, limit: 100).items
    }

    /// The command lines of the steps, newest first; nil for changes by other programs.
    var commands: [String?] {
        get async throws {
            try await steps().map { if case .command(let line, _) = $0.origin { line } else { nil } }
        }
    }

    /// The rows of the last notice or of the screen, for programs.
    var rowsForPrograms: [Row] {
        (stage.notice ?? stage.scene.screen.page).shown(to: .programs).tables.flatMap(\.rows)
    }
}
