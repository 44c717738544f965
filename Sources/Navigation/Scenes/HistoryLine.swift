import Model

extension Command {
    /// Returns the command line to record in the history. The line does not depend on the screen: a command of a
    /// record’s page includes the record’s ID. A command of a form is recorded as the line that opens the form.
    func line(_ words: [String], about subject: String?, at place: Route, isOfScreen: Bool) -> String {
        if isOfScreen, let form = place.formLine { return form }
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
        case .home, .groups, .favorites, .found, .history, .trash, .birthdays, .duplicates, .login: nil
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
