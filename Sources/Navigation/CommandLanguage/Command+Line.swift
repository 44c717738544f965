import Display
import Model

extension Command {
    /// The line as the history keeps it, to be understood wherever it is read: rows on screen by their addresses, a
    /// record's own command with the address of the record, a form by the line that opens it and nothing of what is typed
    /// there.
    func line(
        _ words: [String], in scene: Scene, shown: Page, at place: Route, isOfScreen: Bool, isInteractive: Bool
    ) -> String {
        if isOfScreen, let form = place.formLine { return form }
        let rows = Invocation.rows(of: shown, at: scene)
        let named = words.enumerated().map { index, word in
            isInteractive && takesAddress(at: index) ? Int(word).flatMap { rows[$0] } ?? word : word
        }
        let subject = isOfScreen && effect == .changes ? scene.screen.page.address : nil
        return ShellWords.joined([name] + [subject].compactMap { $0 } + named)
    }

    private func takesAddress(at index: Int) -> Bool {
        let open = parameters.firstIndex { $0.count == .many || $0.count == .any } ?? parameters.endIndex
        let candidates = index < open ? parameters[index...index] : parameters[open...]
        return candidates.contains { $0.sort.isAddress || $0.sort == .trash }
    }
}

extension Route {
    /// The line that opens the form at this place; nil where there is none.
    fileprivate var formLine: String? {
        switch self {
        case .persons(let place): place.formLine
        case .groups(.records(let place)): place.formLine
        case .planets(let place): place.formLine
        case .notes(let place): place.formLine
        case .settings(let place): place.name
        case .login(.signUp): "signup"
        case .login(.account): "login"
        case .home, .groups, .favorites, .found, .history, .trash, .birthdays, .duplicates, .login: nil
        }
    }
}

extension RecordPlace {
    fileprivate var formLine: String? {
        switch self {
        case .list, .record: nil
        case .edit(let id): "edit \(id.address)"
        case .new(about: let address?) where Content.kind == .note: "note \(address)"
        case .new: "new \(Content.kind.rawValue)"
        }
    }
}
