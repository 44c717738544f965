import Model
import Navigation

// Navigators by functionality: what screens may wish for. Each answers with a move.

/// Leads to records of any kind.
protocol RecordNavigator: RecordChanger {
    func didSelect(_ address: RecordID) -> NavigationAction
}

protocol PersonNavigator: Sendable {
    func didSelect(_ person: Person.ID) -> NavigationAction
}

protocol GroupNavigator: Sendable {
    /// The groups of a person.
    func wantsGroups(of person: Person.ID) -> NavigationAction
}

protocol PlanetNavigator: Sendable {
    func didSelect(_ planet: Planet.ID) -> NavigationAction
}

protocol NoteNavigator: Sendable {
    /// With a topic and a text; without, where somebody can be asked: the form.
    func wantsNote(about address: RecordID, _ words: [String], in invocation: Invocation) async throws
        -> NavigationAction
}

/// Changes records of any kind.
protocol RecordChanger: Sendable {
    /// Without words, where somebody can be asked: the form.
    func wantsEdit(_ address: RecordID, _ words: [FieldAssignment], in invocation: Invocation) async throws
        -> NavigationAction
    func wantsDelete(_ addresses: [RecordID], in invocation: Invocation) async throws -> NavigationAction
    func wantsFavorite(_ isFavorite: Bool, _ address: RecordID, in invocation: Invocation) async throws
        -> NavigationAction
    /// A form has saved a record.
    func didSave(_ address: RecordID) -> NavigationAction
}

protocol LoginNavigator: Sendable {
    func didSelect(_ account: Account, in context: CommandContext) async throws -> NavigationAction
    func wantsSignUp() -> NavigationAction
    func forgotPassphrase() -> NavigationAction
    func didSignUp(_ account: Account) -> NavigationAction
    func didSignIn(_ account: Account, in context: CommandContext) async throws -> NavigationAction
    func wantsGuest(in context: CommandContext) async throws -> NavigationAction
}

/// Shows what went wrong, where it is more than a sentence.
protocol ErrorNavigator: Sendable {
    func didConflict(_ conflict: EditConflict) -> NavigationAction
}
