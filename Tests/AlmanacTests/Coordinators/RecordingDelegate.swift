import Display
import Model
import Navigation
import Synchronization
import TestSupport

@testable import Almanac

/// A delegate of all flows that records its events and stays at the current location.
final class RecordingDelegate:
    RecordFlowDelegate, MergeFlowDelegate, SignUpFlowDelegate, ImportReviewFlowDelegate, ErrorNavigator, RecordChanger
{
    private let recorded = Mutex<[String]>([])

    var events: [String] { recorded.withLock { $0 } }

    private func record(_ event: String) -> NavigationAction {
        recorded.withLock { $0.append(event) }
        return .stay
    }

    func didSelect(_ record: RecordID) -> NavigationAction { self.record("didSelect \(record)") }
    func didSave(_ record: RecordID) -> NavigationAction { self.record("didSave \(record)") }
    func didMerge(_ report: Page) -> NavigationAction { record("didMerge") }
    func didFinishSignUp() -> NavigationAction { record("didFinishSignUp") }
    func didFinishReview(_ report: Page) -> NavigationAction { record("didFinishReview") }
    func didCancelReview() -> NavigationAction { record("didCancelReview") }
    func didConflict(_ conflict: EditConflict) -> NavigationAction { record("didConflict") }

    func create(_ kind: Kind, _ input: RecordInput, in invocation: Invocation) -> NavigationAction {
        record("create \(kind) \(input.words.map(\.description).joined(separator: " "))")
    }
    func edit(_ address: RecordID, _ input: RecordInput, in invocation: Invocation) -> NavigationAction {
        record("edit \(address) \(input.words.map(\.description).joined(separator: " "))")
    }
    func delete(_ id: RecordID, _ confirmation: Confirmation, in invocation: Invocation) -> NavigationAction {
        record("delete \(id)")
    }
    func delete(
        _ asked: [DeletionPreview], with agreed: [DeletionPreview], _ confirmation: Confirmation,
        in invocation: Invocation
    ) -> NavigationAction { record("delete \(asked.count)") }
    func setFavorite(_ isFavorite: Bool, _ address: RecordID, in invocation: Invocation) -> NavigationAction {
        record("\(isFavorite ? "favorite" : "unfavorite") \(address)")
    }
    func addNote(
        about address: RecordID, topic: String?, text: String?, usesEditor: Bool, in invocation: Invocation
    ) -> NavigationAction { record("note \(address) \(topic ?? "") \(text ?? "")") }
}

/// A responder without commands.
struct NoResponder: Responder {
    let commands: [Command] = []
}
