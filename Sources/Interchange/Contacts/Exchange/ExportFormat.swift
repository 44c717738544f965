/// The formats that contacts are given out in.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// Each card in the version it came in; persons without a card as 4.0.
    case vcard
    case vcard21 = "vcard-2.1"
    case vcard30 = "vcard-3.0"
    case vcard40 = "vcard-4.0"
    case jcard

    public var writer: any ContactWriting {
        switch self {
        case .vcard: CardWriter(.asItCame(otherwise: .v40))
        case .vcard21: CardWriter(.vCard(.v21))
        case .vcard30: CardWriter(.vCard(.v30))
        case .vcard40: CardWriter(.vCard(.v40))
        case .jcard: CardWriter(.jCard)
        }
    }
}
