import Display
import Model
import Navigation
import Synchronization
import TestSupport

@testable import Almanac

/// A delegate of all flows and a double of all navigators. It records its events and stays at the current location.
final class RecordingDelegate: Responder {
    let commands: [Command] = []
    private let recorded = Mutex<[String]>([])

    var events: [String] { recorded.withLock { $0 } }

    private func record(_ event: String) -> NavigationAction {
        recorded.withLock { $0.append(event) }
        return .stay
    }
}

extension RecordingDelegate: PersonsFlowDelegate, GroupsFlowDelegate, PlanetsFlowDelegate, NotesFlowDelegate,
    FavoritesPresenterDelegate
{
    func didSelect(_ person: Person.ID) -> NavigationAction { record("didSelect \(person.recordID)") }
    func didSelect(_ group: Group.ID) -> NavigationAction { record("didSelect \(group.recordID)") }
    func didSelect(_ planet: Planet.ID) -> NavigationAction { record("didSelect \(planet.recordID)") }
    func didSelect(_ note: Note.ID) -> NavigationAction { record("didSelect \(note.recordID)") }
    func didSave(_ record: RecordID) -> NavigationAction { self.record("didSave \(record)") }
    func didCloseFavorites() -> NavigationAction { record("didCloseFavorites") }
}

extension RecordingDelegate: LoginFlowDelegate, SignUpFlowDelegate, SettingsFlowDelegate, MergeFlowDelegate,
    ImportReviewFlowDelegate
{
    func didSignIn(_ account: Account, from session: Session) -> NavigationAction {
        record("didSignIn \(account.name)")
    }
    func didSignUp(_ account: Account, from session: Session) -> NavigationAction {
        record("didSignUp \(account.name)")
    }
    func didFinishSignUp() -> NavigationAction { record("didFinishSignUp") }
    func didContinueAsGuest() -> NavigationAction { record("didContinueAsGuest") }
    func didCloseCard() -> NavigationAction { record("didCloseCard") }
    func didMerge(_ report: Page) -> NavigationAction { record("didMerge") }
    func didFinishReview(_ report: Page) -> NavigationAction { record("didFinishReview") }
    func didCancelReview() -> NavigationAction { record("didCancelReview") }
}

extension RecordingDelegate: AppNavigator, WebPageNavigator, ErrorNavigator, FormNavigator {
    func showHome() -> NavigationAction { record("showHome") }
    func restart() -> NavigationAction { record("restart") }
    func showFavorites(_ state: FavoritesState) -> NavigationAction { record("showFavorites") }
    func showBirthdays(_ state: BirthdaysState) -> NavigationAction { record("showBirthdays") }
    func showSearchResults(_ query: Query) -> NavigationAction { record("showSearchResults \(query.text)") }
    func open(_ path: Path) -> NavigationAction { record("open \(path)") }
    func openWebPage(_ address: String?, of name: String) -> NavigationAction { record("openWebPage \(address ?? "")") }
    func didConflict(_ conflict: EditConflict) -> NavigationAction { record("didConflict") }
    func showForm(editing id: RecordID) -> NavigationAction { record("showForm \(id)") }
    func showForm(for kind: Kind, about subject: RecordID?) -> NavigationAction {
        record("showForm \(kind) \(subject.map(\.description) ?? "")")
    }
    func closeForm() -> NavigationAction { record("closeForm") }
}

extension RecordingDelegate: ListNavigator, ImportNavigator {
    func showList(_ state: ListState<Person>) -> NavigationAction { record("showList") }
    func review(_ review: ImportReview) -> NavigationAction { record("review") }
    func didImport(_ report: Page) -> NavigationAction { record("didImport") }
}

extension RecordingDelegate: HistoryNavigator, DuplicateNavigator {
    func showSteps(_ state: HistoryState) -> NavigationAction { record("showSteps") }
    func showSteps(of id: RecordID, _ state: HistoryState) -> NavigationAction { record("showSteps \(id)") }
    func showChanges(of step: Step.ID, _ state: ChangesState) -> NavigationAction {
        record("showChanges \(step.rawValue)")
    }
    func showTrash(_ state: TrashState) -> NavigationAction { record("showTrash") }
    func showPairs(_ state: DuplicatesState) -> NavigationAction { record("showPairs") }
    func didSelect(_ pair: PersonPair) -> NavigationAction {
        record("didSelect \(pair.first.recordID) \(pair.second.recordID)")
    }
}

extension RecordingDelegate: SettingsNavigator, LoginNavigator {
    func showSettings() -> NavigationAction { record("showSettings") }
    func change(_ words: [FieldAssignment]) -> NavigationAction {
        record("change \(words.map(\.description).joined(separator: " "))")
    }
    func showCard() -> NavigationAction { record("showCard") }
    func showAccounts() -> NavigationAction { record("showAccounts") }
    func enterPassphrase(of account: Account.ID) -> NavigationAction { record("enterPassphrase \(account.rawValue)") }
    func showSignUp() -> NavigationAction { record("showSignUp") }
    func signIn(as account: Account, in context: CommandContext) -> NavigationAction {
        record("signIn \(account.name)")
    }
    func signUp(name: String, passphrase: Passphrase?, in context: CommandContext) -> NavigationAction {
        record("signUp \(name)")
    }
}

extension RecordingDelegate: RecordChanger {
    func create(_ kind: Kind, _ input: RecordInput, in invocation: Invocation) -> NavigationAction {
        record("create \(kind) \(input.words.map(\.description).joined(separator: " "))")
    }
    func edit(_ id: RecordID, _ input: RecordInput, in invocation: Invocation) -> NavigationAction {
        record("edit \(id) \(input.words.map(\.description).joined(separator: " "))")
    }
    func delete(_ id: RecordID, in invocation: Invocation) -> NavigationAction {
        record("delete \(id)")
    }
    func delete(
        _ asked: [DeletionPreview], with agreed: [DeletionPreview], in invocation: Invocation
    ) -> NavigationAction { record("delete \(asked.count)") }
    func setFavorite(_ isFavorite: Bool, _ id: RecordID, in invocation: Invocation) -> NavigationAction {
        record("\(isFavorite ? "favorite" : "unfavorite") \(id)")
    }
    func addNote(
        about id: RecordID, topic: String?, text: String?, usesEditor: Bool, in invocation: Invocation
    ) -> NavigationAction { record("note \(id) \(topic ?? "") \(text ?? "")") }
}

/// A responder without commands.
struct NoResponder: Responder {
    let commands: [Command] = []
}
