import Model

// Navigators by functionality: what screens may wish for. Each answers with a move.

/// Leads to records of any kind.
protocol RecordNavigator: RecordChanger {
    func didSelect(_ address: Address) -> Move
}

protocol PersonNavigator: Sendable {
    func didSelect(_ person: Person.ID) -> Move
}

protocol GroupNavigator: Sendable {
    /// The groups of a person.
    func wantsGroups(of person: Person.ID) -> Move
}

protocol PlanetNavigator: Sendable {
    func didSelect(_ planet: Planet.ID) -> Move
}

protocol NoteNavigator: Sendable {
    /// With a topic and a text; without, where somebody can be asked: the form.
    func wantsNote(about address: Address, _ words: [String], in invocation: Invocation) async throws -> Move
}

/// Changes records of any kind.
protocol RecordChanger: Sendable {
    /// Without words, where somebody can be asked: the form.
    func wantsEdit(_ address: Address, _ words: [FieldAssignment], in invocation: Invocation) async throws -> Move
    func wantsDelete(_ addresses: [Address], in invocation: Invocation) async throws -> Move
    func wantsFavorite(_ isFavorite: Bool, _ address: Address, in invocation: Invocation) async throws -> Move
    /// A form has saved a record.
    func didSave(_ address: Address) -> Move
}

protocol LoginNavigator: Sendable {
    func didSelect(_ account: Account) async throws -> Move
    func wantsSignUp() -> Move
    func forgotPassphrase() -> Move
    func didSignUp(_ account: Account) -> Move
    func didSignIn(_ account: Account) async throws -> Move
    func wantsGuest() async throws -> Move
}

/// Shows what went wrong, where it is more than a sentence.
protocol ErrorNavigator: Sendable {
    func didConflict(_ conflict: EditConflict) -> Move
}
