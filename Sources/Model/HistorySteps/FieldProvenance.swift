/// Which step has given the fields of a record the values that they have.
///
/// A value that an undo brings back is still of the step that gave it first, and so is that of a record that was deleted and
/// came back.
public struct FieldProvenance: Hashable, Sendable {
    private var origins: [String: [String: Step]] = [:]
    private var present: [String: String] = [:]
    /// The step that made the record, and that it has its unchanged values from.
    public private(set) var beginning: Step?

    /// - Parameters:
    ///   - steps: Those that have changed the record, the newest first.
    ///   - changes: What they have changed.
    public init(of address: RecordID, in steps: [Step], _ changes: [Step.ID: [RecordChange]]) {
        for step in steps.reversed() {
            for change in changes[step.id, default: []] where change.record.address == address { add(change, by: step) }
        }
    }

    private mutating func add(_ change: RecordChange, by step: Step) {
        if change.action == .added, beginning == nil { beginning = step }
        for field in change.fields {
            present[field.key] = field.new
            let isNew = step.role == .edit && change.action == .changed
            if isNew || origins[field.key]?[field.new] == nil {
                origins[field.key, default: [:]][field.new] = step
            }
        }
    }

    /// Nil where the history does not know.
    public subscript(key: String) -> Step? { present[key].flatMap { origins[key]?[$0] } }

    /// The fields that somebody, or another program, has changed since a catalogue gave them, by the keys.
    public var byHand: Set<String> {
        Set(present.keys.filter { key in self[key].map { !$0.isOfCatalog } ?? false })
    }
}

extension Step {
    /// Whether it has planted or imported, so that its values are a catalogue's.
    public var isOfCatalog: Bool {
        guard case .command(let line, _) = origin else { return false }
        return ["seed", "import"].contains { line == $0 || line.hasPrefix($0 + " ") }
    }
}
