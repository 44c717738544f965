import Model
import Navigation

/// The commands of a list of records.
struct ListPageCommands<Content: Recordable>: Responder {
    let state: ListState<Content>
    let place: @Sendable (ListState<Content>) -> Route
    let didSelect: @Sendable (TypedRecordID<Content>) -> NavigationAction

    var commands: [Command] {
        [
            Command(
                "show", .argument("ROW", .row), about: "the record in that row", examples: ["show 1"]
            ) { _, id in TypedRecordID<Content>(id).map(didSelect) },
            .sort { (sorting: ListSorting<Content>) in .replace(place(state.sorted(by: sorting))) },
            .narrow(from: state.narrowing) { text in
                var narrowed = state.starting(.beginning)
                narrowed.narrowing = text
                return .replace(place(narrowed))
            },
            .filter(Content.kind) { filter in
                var filtered = state.starting(.beginning)
                filtered.filter = filter
                return .replace(place(filtered))
            },
            .columns(Content.kind) { columns in
                var chosen = state
                chosen.columns = columns
                return .replace(place(chosen))
            },
            Command("all", about: "everything, also what the list usually leaves out") { _ in
                var whole = state.starting(.beginning)
                whole.isWhole = true
                return .replace(place(whole))
            },
        ]
    }
}
