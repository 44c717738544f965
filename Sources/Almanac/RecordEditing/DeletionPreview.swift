import Localization
import Model

/// A record that is about to be deleted, and what else that changes.
struct DeletionPreview: Hashable, Sendable {
    let reference: RecordReference
    /// A sentence; nil if nothing else changes.
    let warning: Message?

    /// With its address.
    var name: String { "\(reference.name) (\(reference.address))" }

    init(of reference: RecordReference, _ consequences: [Message]) {
        self.reference = reference
        warning =
            consequences.isEmpty
            ? nil : "Deleting \(reference.name) \(consequences.joined(separator: " and "))."
    }
}
