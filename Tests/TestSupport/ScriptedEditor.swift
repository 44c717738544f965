import Almanac
import Model
import Synchronization

/// An editor that applies a list of functions, one to each opened text, and leaves additional texts unchanged.
public final class ScriptedEditor: TextEditor {
    public typealias Edit = @Sendable (String) async throws -> String
    private let edits: Mutex<[Edit]>
    private let seen = Mutex<[String]>([])

    public init(_ edits: Edit...) { self.edits = Mutex(edits) }

    public var opened: [String] { seen.withLock { $0 } }

    public func edit<Outcome: Sendable>(
        _ text: String, named name: String, validate: (String) async throws -> EditValidation<Outcome>
    ) async throws -> Outcome? {
        var text = text
        var reason: ErrorReport?
        while true {
            let opened = text
            seen.withLock { $0.append(opened) }
            let edit = edits.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            let written = try await edit?(opened) ?? opened
            guard written != opened else {
                if let reason { throw EditingProblem.refused(reason, kept: name) }
                return nil
            }
            switch try await validate(written) {
            case .accepted(let outcome): return outcome
            case .again(let next, let because): (text, reason) = (next, because)
            }
        }
    }
}
