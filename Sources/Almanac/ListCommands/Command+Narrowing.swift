import Navigation

extension Command {
    /// Only what matches, out of what is listed; `/TEXT` for short, `/` alone for all of it again.
    ///
    /// - Parameter present: What it is narrowed to already.
    static func narrow(from present: String, to place: @escaping @Sendable (String) -> NavigationAction) -> Command {
        Command(
            "narrow", .text("TEXT", .text, .any),
            about: "only what matches; “/TEXT” for short, “/” alone shows everything again", examples: ["narrow organa"]
        ) { _, text in
            guard !text.isEmpty else { return place("") }
            guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
                throw CommandProblem.notHere(
                    "“\(text)” has no word to look for.", next: "Write a word, or the beginning of one.")
            }
            return place(present.isEmpty ? text : "\(present) \(text)")
        }
    }

    static func narrow<Key>(
        _ state: PagedListState<Key>, at route: @escaping @Sendable (PagedListState<Key>) -> Route
    ) -> Command {
        narrow(from: state.narrowing) { .replace(route(state.narrowed(to: $0))) }
    }
}
