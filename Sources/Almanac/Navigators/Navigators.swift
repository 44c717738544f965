import Display
import Model
import Navigation

// Navigators by functionality. They return navigation actions and do not navigate themselves. Every location that a
// screen or a command opens is named by a navigator.

protocol Navigator: Sendable {}

/// A navigator that opens records of any kind.
protocol RecordNavigator: Navigator {
    func didSelect(_ record: RecordID) -> NavigationAction
}

extension RecordNavigator {
    func didSelect(_ record: RecordID) -> NavigationAction { .push(record.route) }
}

/// A navigator that opens the list of records of one kind.
protocol ListNavigator<Content>: RecordNavigator {
    associatedtype Content: Recordable
    func showList(_ state: ListState<Content>) -> NavigationAction
}

protocol PersonNavigator: ListNavigator where Content == Person {}

protocol GroupNavigator: ListNavigator where Content == Group {
    /// Opens the list for selecting the person whose groups are shown.
    func selectPerson() -> NavigationAction
    func showGroups(of person: Person.ID) -> NavigationAction
}

protocol PlanetNavigator: ListNavigator, WebPageNavigator where Content == Planet {}

protocol NoteNavigator: ListNavigator where Content == Note {}

/// A navigator that opens web pages in the browser.
protocol WebPageNavigator: Navigator {
    /// Opens the web page of a record.
    ///
    /// - Throws: `CommandProblem.noWebPage` if the record has no URL that is safe to open.
    func openWebPage(_ address: String?, of name: String) throws -> NavigationAction
}

extension WebPageNavigator {
    func openWebPage(_ address: String?, of name: String) throws -> NavigationAction {
        guard let page = address.flatMap(WebAddress.init) else { throw CommandProblem.noWebPage(name) }
        return .visit(page)
    }
}

/// A navigator that opens the forms of records.
protocol FormNavigator: Navigator {
    func showForm(editing record: RecordID) -> NavigationAction
    func showForm(for kind: Kind, about subject: RecordID?) -> NavigationAction
}

extension FormNavigator {
    func showForm(editing record: RecordID) -> NavigationAction { .push(record.editForm) }
    func showForm(for kind: Kind, about subject: RecordID?) -> NavigationAction {
        .push(kind.form(about: subject))
    }
}

/// A navigator that opens the history and the trash.
protocol HistoryNavigator: Navigator {
    func showSteps(_ state: HistoryState) -> NavigationAction
    func showSteps(of record: RecordID, _ state: HistoryState) -> NavigationAction
    func showChanges(of step: Step.ID, _ state: ChangesState) -> NavigationAction
    func showTrash(_ state: TrashState) -> NavigationAction
}

extension HistoryNavigator {
    func didSelect(_ step: Step.ID) -> NavigationAction { showChanges(of: step, ChangesState()) }
}

/// A navigator that opens the possible duplicates.
protocol DuplicateNavigator: RecordNavigator {
    func showPairs(_ state: DuplicatesState) -> NavigationAction
    func didSelect(_ pair: PersonPair) -> NavigationAction
}

/// A navigator that opens the review of an import.
protocol ImportNavigator: Navigator {
    func review(_ review: ImportReview) -> NavigationAction
    /// Returns the action after an import.
    func didImport(_ report: Page) -> NavigationAction
}

/// A navigator that opens the screens that belong to no flow.
protocol AppNavigator: RecordNavigator {
    func showHome() -> NavigationAction
    func showFavorites(_ state: FavoritesState) -> NavigationAction
    func closeFavorites() -> NavigationAction
    func showBirthdays(_ state: BirthdaysState) -> NavigationAction
    func showSearchResults(_ query: Query) -> NavigationAction
    func open(_ path: Path) -> NavigationAction
}

/// A navigator that opens the settings and the user’s own card.
protocol SettingsNavigator: Navigator {
    func showSettings() -> NavigationAction
    /// Applies assignments to the settings and saves them.
    func change(_ words: [FieldAssignment]) async throws -> NavigationAction
    func showCard() -> NavigationAction
}

/// A navigator of the login flow.
protocol LoginNavigator: Navigator {
    func showAccounts() -> NavigationAction
    func enterPassphrase(of account: Account.ID) -> NavigationAction
    func signUp() -> NavigationAction
    func forgotPassphrase() -> NavigationAction
    func didSelect(_ account: Account, in context: CommandContext) async throws -> NavigationAction
    func didSignIn(_ account: Account, in context: CommandContext) async throws -> NavigationAction
    func continueAsGuest(in context: CommandContext) async throws -> NavigationAction
}

/// A navigator that shows errors that need a page in addition to a message.
protocol ErrorNavigator: Navigator {
    func didConflict(_ conflict: EditConflict) -> NavigationAction
}
