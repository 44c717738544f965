import Display
import Localization
import Model
import Navigation

extension PageScreen {
    /// A list of records; the coordinator decides what picking one does.
    init<Content>(
        _ name: String, state: ListState<Content>, of reader: ListReader<Content>,
        at place: @escaping @Sendable (ListState<Content>) -> Route,
        didSelect: @escaping @Sendable (TypedRecordID<Content>) -> NavigationAction
    ) async throws {
        try await self.init(
            state, at: place, reading: reader.slice, keys: { $0.items.map(\.address) }, hasMore: \.hasMore,
            commands: ListPageCommands(state: state, place: place, didSelect: didSelect).commands
        ) { records in
            let title = state.narrowing.isEmpty ? name : "\(name) /\(state.narrowing)"
            let subject: Message = state.isUngrouped ? "\(title) in no group" : "\(title)"
            let heading: Message = state.owner.map { "\(title) of \($0)" } ?? subject
            let table = Block.table(try await reader.table(records, state: state))
            let remark = try await reader.remark(state).map { Block.prose($0) }
            return (
                state.title(state.isUngrouped ? "ungrouped" : name),
                Page(
                    state.filter.map { "\(heading) where \($0.text)" } ?? heading,
                    [table] + [remark].compactMap(\.self), forPrograms: [table])
            )
        }
    }
}

extension ListState {
    /// The title of a list among the breadcrumbs: its name, with what it is narrowed to.
    func title(_ name: String) -> String {
        (narrowing.isEmpty ? name : "\(name) /\(narrowing)") + (filter.map { " where \($0.shortText)" } ?? "")
    }
}
