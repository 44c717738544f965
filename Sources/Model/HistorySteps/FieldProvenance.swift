/// The sources of the fields of a record. The source of a field is the step that set its current value.
///
/// A value that was restored by undo or from the trash keeps its original source.
public struct FieldProvenance: Hashable, Sendable {
    /// The step that set each state of each field.
    private var origins: [String: [FieldState: Step]] = [:]
    private var present: [String: FieldState] = [:]
    /// The step that created the record.
    public private(set) var beginning: Step?

    /// Creates the provenance of the fields of a record.
    /// - Parameters:
    ///   - steps: The steps that changed the record, newest first.
    ///   - changes: The changes to the record in each step.
    public init(of address: RecordID, in steps: [Step], _ changes: [Step.ID: [RecordChange]]) {
        for step in steps.reversed() {
            for change in changes[step.id, default: []] where change.record.address == address { add(change, by: step) }
        }
    }

    private mutating func add(_ change: RecordChange, by step: Step) {
        if change.action == .added, beginning == nil { beginning = step }
        for field in change.fields {
            let state = present[field.key, default: FieldState()].after(field)
            present[field.key] = state
            let isNew = step.role == .edit && change.action == .changed
            if isNew || origins[field.key]?[state] == nil { origins[field.key, default: [:]][state] = step }
        }
    }

    /// Returns the source of a field, or `nil` if it is unknown.
    public subscript(key: String) -> Step? { present[key].flatMap { origins[key]?[$0] } }

    /// The keys of the fields whose source is neither sample data nor an import.
    public var byHand: Set<String> {
        Set(present.keys.filter { key in self[key].map { !$0.isOfCatalog } ?? false })
    }
}

/// The state of a field, as a hash of the changes that led to it.
///
/// A change contains only the values that it added or removed, so the text of a state is unknown. The hash of a change
/// and the hash of its reversal cancel each other out.
private struct FieldState: Hashable {
    private var hash = 0

    /// Returns the state after a change.
    func after(_ change: FieldChange) -> FieldState {
        var state = self
        state.hash &+= change.new.hashValue &- change.old.hashValue
        return state
    }
}

extension Step {
    /// Whether the step loaded sample data or imported records.
    public var isOfCatalog: Bool {
        guard case .command(let line, _) = origin else { return false }
        return ["seed", "import"].contains { line == $0 || line.hasPrefix($0 + " ") }
    }
}
