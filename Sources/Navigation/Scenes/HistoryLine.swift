import Model

extension Command {
    /// Returns the command line to record in the history. The line does not depend on the screen: a command of a
    /// record’s page includes the record’s ID. A command of a form or a review is recorded as the line that opens it.
    func line(_ words: [String], about subject: String?, at place: Route, isOfScreen: Bool) -> String {
        if isOfScreen, let line = place.formLine { return line }
        if isOfScreen, case .importReview(let review) = place { return review.line }
        let subject = isOfScreen && effect == .changes ? subject : nil
        return ShellWords.joined([name] + [subject].compactMap { $0 } + words)
    }
}

extension Route {
    /// The command line that opens the form at this location, or `nil` if the location is not a form.
    var formLine: String? {
        switch self {
        case .persons(let place): place.formLine
        case .groups(.records(let place)): place.formLine
        case .planets(let place): place.formLine
        case .notes(let place): place.formLine
        case .settings(let place): place.name
        case .login(.signUp(.name)): "signup"
        case .login(.signUp(.card)): "account"
        case .login(.account): "login"
        case .home, .groups, .favorites, .found, .history, .trash, .birthdays, .duplicates, .importReview, .login: nil
        }
    }
}

extension RecordLocation {
    fileprivate var formLine: String? {
        switch self {
        case .list, .record: nil
        case .edit(let id): "edit \(id.address)"
        case .new(about: let address?) where Content.kind == .note: "note \(address)"
        case .new: "new \(Content.kind.rawValue)"
        }
    }
}

extension ImportReview {
    /// The command line of the import.
    fileprivate var line: String {
        let options = [
            mapping.map { ["--map", $0] }, encoding.map { ["--encoding", $0] }, rejects.map { ["--rejects", $0] },
            decisions.isEmpty ? nil : ["--on-duplicate", decisions],
        ].compactMap(\.self).joined()
        let isClear = !files.contains { $0.hasPrefix("--") }
        return ShellWords.joined(["import"] + (isClear ? files + options : options + ["--"] + files))
    }
}
