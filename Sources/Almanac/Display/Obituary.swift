import Model

/// A record that is about to be deleted, and what else that changes.
struct Obituary: Sendable {
    /// With its address.
    let name: String
    /// A sentence; nil if nothing else changes.
    let warning: String?

    init(of reference: Reference, _ consequences: [String]) {
        name = "\(reference.name) (\(reference.address))"
        warning =
            consequences.isEmpty
            ? nil : "Deleting \(reference.name) \(consequences.joined(separator: " and "))."
    }
}
