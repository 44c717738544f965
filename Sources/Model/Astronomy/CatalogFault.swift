import Localization

/// Something in the catalogue that cannot be, or that disagrees with itself. The store is whole with it: it is somebody's
/// figure, not damage.
public struct CatalogFault: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Two bodies of one name, or two on one orbit.
        case twice = "planet-twice"
        /// One body's other name is a name of another.
        case aliasClash = "alias-clash"
        case keplersLaw = "kepler-law"
        case oddDensity = "odd-density"
        /// A figure that no such body has.
        case outOfRange = "out-of-range"
    }

    public let name: Name
    public let record: RecordReference
    /// What exactly, as a sentence.
    public let detail: Message
    /// What to do, as a sentence.
    public let advice: Message

    public init(_ name: Name, of record: RecordReference, _ detail: Message, advice: Message? = nil) {
        self.name = name
        self.record = record
        self.detail = detail
        self.advice =
            advice ?? "“show \(record.address) --sources” tells where it is from, “edit \(record.address)” mends it."
    }
}
