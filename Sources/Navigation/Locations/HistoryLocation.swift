import Model

/// A location of the history flow: all steps, one step, or the steps of one record.
public enum HistoryLocation: Location {
    case steps(HistoryState)
    /// The changes made by a step.
    case step(Step.ID, ChangesState)
    case record(RecordID, HistoryState)

    public static let standard = HistoryLocation.steps(HistoryState())

    public var name: String {
        switch self {
        case .steps(let state): "history" + state.suffix
        case .step(let id, let state): String(id.rawValue) + state.suffix
        case .record(let address, let state): address.word + state.suffix
        }
    }

    public func child(_ name: String) -> HistoryLocation? {
        guard case .steps = self else { return nil }
        let head = name.prefix { $0 != "?" }
        let suffix = name.dropFirst(head.count)
        if let address = RecordID(word: String(head)) {
            return HistoryState(suffix: suffix).map { .record(address, $0) }
        }
        guard let id = Step.ID(word: String(head)), let state = ChangesState(suffix: suffix), state.narrowing.isEmpty
        else { return nil }
        return .step(id, state)
    }

    public var parent: HistoryLocation? {
        switch self {
        case .steps: nil
        case .step, .record: .standard
        }
    }
}

extension Step.ID {
    /// The location of the screen that shows the step.
    package var route: Route { .history(.step(self, ChangesState())) }
}

extension RecordID {
    /// Returns whether a word has the form of a kind and a name, such as `planets/earth`.
    static func mayName(_ word: String) -> Bool {
        word.firstIndex(of: "/").map { Kind(plural: word[..<$0]) != nil } ?? false
    }
}
