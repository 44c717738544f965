import Display
import Model
import Navigation

// The navigators, one for each area of the app. They return navigation actions and do not navigate themselves. The
// navigators that a screen requires show where it can lead. Every location that a screen or a command opens is reached
// through a navigator.

/// A navigator that opens persons.
protocol PersonNavigator: Sendable {
    func didSelect(_ person: Person.ID) -> NavigationAction
}

/// A navigator that opens groups.
protocol GroupNavigator: Sendable {
    func didSelect(_ group: Group.ID) -> NavigationAction
}

/// A navigator that opens planets.
protocol PlanetNavigator: Sendable {
    func didSelect(_ planet: Planet.ID) -> NavigationAction
}

/// A navigator that opens notes.
protocol NoteNavigator: Sendable {
    func didSelect(_ note: Note.ID) -> NavigationAction
}

extension PersonNavigator {
    func didSelect(_ person: Person.ID) -> NavigationAction { .push(.persons(.record(person))) }
}
extension GroupNavigator {
    func didSelect(_ group: Group.ID) -> NavigationAction { .push(.groups(.records(.record(group)))) }
}
extension PlanetNavigator {
    func didSelect(_ planet: Planet.ID) -> NavigationAction { .push(.planets(.record(planet))) }
}
extension NoteNavigator {
    func didSelect(_ note: Note.ID) -> NavigationAction { .push(.notes(.record(note))) }
}

/// A navigator that opens records of any kind, for lists of mixed kinds and for typed IDs.
protocol RecordNavigator: PersonNavigator, GroupNavigator, PlanetNavigator, NoteNavigator {}

extension RecordNavigator {
    func didSelect(_ id: RecordID) -> NavigationAction {
        switch id.kind {
        case .person: didSelect(Person.ID(rawValue: id.number))
        case .group: didSelect(Group.ID(rawValue: id.number))
        case .planet: didSelect(Planet.ID(rawValue: id.number))
        case .note: didSelect(Note.ID(rawValue: id.number))
        }
    }
}

/// The navigators that open the records in a screen’s rows, one for each kind that the screen leads to.
struct RowNavigators: Sendable {
    var persons: (any PersonNavigator)?
    var groups: (any GroupNavigator)?
    var planets: (any PlanetNavigator)?
    var notes: (any NoteNavigator)?

    /// Returns the action that opens the record of a row, or `nil` if the screen does not lead to its kind.
    @Sendable func didSelect(_ id: RecordID) -> NavigationAction? {
        switch id.kind {
        case .person: persons?.didSelect(Person.ID(rawValue: id.number))
        case .group: groups?.didSelect(Group.ID(rawValue: id.number))
        case .planet: planets?.didSelect(Planet.ID(rawValue: id.number))
        case .note: notes?.didSelect(Note.ID(rawValue: id.number))
        }
    }
}

/// A navigator that opens the list of records of one kind, and the records in it.
protocol ListNavigator<Content>: Sendable {
    associatedtype Content: Recordable
    func didSelect(_ record: TypedRecordID<Content>) -> NavigationAction
    func showList(_ state: ListState<Content>) -> NavigationAction
}

/// A navigator that opens web pages in the browser.
protocol WebPageNavigator: Sendable {
    /// Opens the web page of a record.
    ///
    /// - Throws: `CommandProblem.noWebPage` if the record has no URL that is safe to open.
    func openWebPage(_ address: String?, of name: String) throws -> NavigationAction
}

/// A navigator that opens and closes the forms of records.
protocol FormNavigator: Sendable {
    func showForm(editing id: RecordID) -> NavigationAction
    func showForm(for kind: Kind, about subject: RecordID?) -> NavigationAction
    func closeForm() -> NavigationAction
}

/// A navigator that opens the history and the trash.
protocol HistoryNavigator: Sendable {
    func showSteps(_ state: HistoryState) -> NavigationAction
    func showSteps(of id: RecordID, _ state: HistoryState) -> NavigationAction
    func showChanges(of step: Step.ID, _ state: ChangesState) -> NavigationAction
    func showTrash(_ state: TrashState) -> NavigationAction
}

extension HistoryNavigator {
    func didSelect(_ step: Step.ID) -> NavigationAction { showChanges(of: step, ChangesState()) }
}

/// A navigator that opens the possible duplicates.
protocol DuplicateNavigator: Sendable {
    func showPairs(_ state: DuplicatesState) -> NavigationAction
    func didSelect(_ pair: PersonPair) -> NavigationAction
}

/// A navigator that opens the review of an import.
protocol ImportNavigator: Sendable {
    func review(_ review: ImportReview) -> NavigationAction
    /// Returns the action to perform after an import.
    func didImport(_ report: Page) -> NavigationAction
}

/// A navigator that opens the screens that do not belong to a flow.
protocol AppNavigator: Sendable {
    func showHome() -> NavigationAction
    /// Closes all locations, such as those of a former session.
    func restart() -> NavigationAction
    func showFavorites(_ state: FavoritesState) throws -> NavigationAction
    func showBirthdays(_ state: BirthdaysState) -> NavigationAction
    func showSearchResults(_ query: Query) -> NavigationAction
    func open(_ path: Path) -> NavigationAction
}

/// A navigator that opens the settings and the user’s own card.
protocol SettingsNavigator: Sendable {
    func showSettings() -> NavigationAction
    /// Applies assignments to the settings and saves them.
    func change(_ words: [FieldAssignment]) async throws -> NavigationAction
    func showCard() -> NavigationAction
}

/// A navigator of the login flow.
protocol LoginNavigator: Sendable {
    func showAccounts() -> NavigationAction
    func enterPassphrase(of account: Account.ID) -> NavigationAction
    func showSignUp() -> NavigationAction
    func signIn(as account: Account, in context: CommandContext) async throws -> NavigationAction
    func signUp(
        name: String, passphrase: Passphrase?, in context: CommandContext
    ) async throws -> NavigationAction
}

/// A navigator that shows errors that need a page in addition to a message.
protocol ErrorNavigator: Sendable {
    func didConflict(_ conflict: EditConflict) -> NavigationAction
}
