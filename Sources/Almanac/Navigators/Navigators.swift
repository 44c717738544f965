import Model
import Navigation

// Navigators by functionality. They return navigation actions and do not navigate themselves.

protocol Navigator: Sendable {}

/// A navigator that opens records of any kind.
protocol RecordNavigator: RecordChanger {
    func didSelect(_ address: RecordID) -> NavigationAction
}

protocol PersonNavigator: Navigator {
    func didSelect(_ person: Person.ID) -> NavigationAction
}

protocol GroupNavigator: Navigator {
    func showGroups(of person: Person.ID) -> NavigationAction
}

protocol PlanetNavigator: Navigator {
    func didSelect(_ planet: Planet.ID) -> NavigationAction
}

protocol NoteNavigator: Navigator {
    /// Adds a note, or opens the form for a new note if neither a topic nor a text is given.
    func addNote(
        about address: RecordID, topic: String?, text: String?, usesEditor: Bool, in invocation: Invocation
    ) async throws -> NavigationAction
}

/// A navigator that changes records of any kind.
protocol RecordChanger: Navigator {
    /// Creates a record from assignments, or opens the form for a new record if there are no assignments.
    func create(
        _ kind: Kind, _ words: [FieldAssignment], usesEditor: Bool, in invocation: Invocation
    ) async throws -> NavigationAction
    /// Applies assignments to a record, or opens its form if there are no assignments.
    func edit(
        _ address: RecordID, _ words: [FieldAssignment], usesEditor: Bool, ifVersion version: Int?,
        in invocation: Invocation
    ) async throws -> NavigationAction
    func delete(
        _ id: RecordID, _ confirmation: Confirmation, in invocation: Invocation
    ) async throws -> NavigationAction
    /// Deletes records after confirmation.
    ///
    /// - Parameter agreed: The records that the user has already confirmed.
    func delete(
        _ asked: [DeletionPreview], with agreed: [DeletionPreview], _ confirmation: Confirmation,
        in invocation: Invocation
    ) async throws -> NavigationAction
    func setFavorite(
        _ isFavorite: Bool, _ address: RecordID, in invocation: Invocation
    ) async throws -> NavigationAction
    /// Returns the navigation action to perform after a form has saved a record.
    func didSave(_ address: RecordID) -> NavigationAction
}

protocol LoginNavigator: Navigator {
    func didSelect(_ account: Account, in context: CommandContext) async throws -> NavigationAction
    func signUp() -> NavigationAction
    func forgotPassphrase() -> NavigationAction
    func didSignUp(_ account: Account) -> NavigationAction
    func didSignIn(_ account: Account, in context: CommandContext) async throws -> NavigationAction
    func continueAsGuest(in context: CommandContext) async throws -> NavigationAction
}

/// A navigator that shows errors that need a page in addition to a message.
protocol ErrorNavigator: Navigator {
    func didConflict(_ conflict: EditConflict) -> NavigationAction
}
