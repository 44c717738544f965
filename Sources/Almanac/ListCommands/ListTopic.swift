import Model
import Navigation

extension Topic {
    /// What answers in lists only, for whoever asks about it elsewhere; it leads nowhere from there.
    static var inLists: Topic {
        let turning = PageTurning(
            HistoryState(), ends: nil as (first: Step.ID, last: Step.ID)?, hasMore: false, isFirst: true
        ) { .history(.steps($0)) }
        return Topic(
            "In a list, at the prompt",
            [
                .narrow(from: "") { _ in .stay }, .filter(.person) { _ in .stay },
                .columns(.person) { _ in .stay }, .sort { (_: ListSorting<Person>) in .stay },
            ] + turning.commands, answering: "where there is a list, at the prompt")
    }
}
