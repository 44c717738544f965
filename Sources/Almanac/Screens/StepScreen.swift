import Display
import Model

/// What one step has changed, record by record.
struct StepScreen: Screen {
    let title: String
    let page: Page
    private let first: Route
    private let next: Route?

    init(_ id: Step.ID, after seen: Address?, reader: HistoryReader) async throws {
        let step = try await reader.history.step(id)
        let changes = try await reader.changes(of: step, after: seen)
        let blocks = reader.blocks(changes, of: step)
        let facts = step.row(reader.clock).fields.filter { $0.key != "number" && $0.key != "command" }
        title = "step \(id.rawValue)"
        page = Page(
            "Step \(id.rawValue)" + (step.command.map { ": \($0)" } ?? ""), address: id.path.description,
            [.record(facts)] + blocks.people, forPrograms: blocks.programs)
        first = .history(.step(id, after: nil))
        next =
            changes.hasMore ? changes.items.last.map { .history(.step(id, after: $0.record.address)) } : nil
    }

    var commands: [Command] { Command.paging(to: next, from: first) }
}
