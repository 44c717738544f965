import Almanac
import Display
import Model
import TestSupport

extension TestApp {
    /// The steps of the history, the newest first.
    func steps(about address: String? = nil) async throws -> [Step] {
        let address = address.flatMap { RecordID($0) }
        return try await services.history.steps(about: address, at: .beginning, limit: 100).items
    }

    /// The lines that made the history, the newest first; nil for another program's.
    var commands: [String?] {
        get async throws {
            try await steps().map { if case .command(let line, _) = $0.origin { line } else { nil } }
        }
    }

    /// Everything that programs are told of the last notice or of the screen, row by row.
    var rowsForPrograms: [Row] {
        (stage.notice ?? stage.scene.screen.page).shown(to: .programs).tables.flatMap(\.rows)
    }
}
