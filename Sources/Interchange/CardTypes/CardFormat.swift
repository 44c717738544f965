/// How cards are written.
public enum CardFormat: Hashable, Sendable {
    /// Every card in the version it came in, untouched lines as they came; persons without a card in the version given.
    case asItCame(otherwise: CardVersion)
    case vCard(CardVersion)
    /// RFC 7095; a card with what RFC 6350 knows, in JSON.
    case jCard
}
