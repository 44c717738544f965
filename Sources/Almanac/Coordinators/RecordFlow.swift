import Model
import Navigation

/// The objects that the flows of all kinds of records use.
struct RecordFlowContext: Sendable {
    let context: FlowContext
    let resolver: RecordResolver
    let forms: FormMaker
    let changes: any RecordChanger
    let bulk: BulkChanges

    /// Returns the owner of the records of a list. A deleted owner has its ID as its name.
    func owner<Content>(of state: ListState<Content>) async throws -> RecordReference? {
        guard let owner = state.owner else { return nil }
        do {
            return try await resolver.editor(for: owner.kind).reference(owner)
        } catch RecordProblem.notFound(owner) {
            return RecordReference(address: owner, name: owner.description)
        }
    }
}
