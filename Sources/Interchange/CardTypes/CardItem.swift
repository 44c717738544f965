/// What a file of cards consists of.
public enum CardItem: Hashable, Sendable {
    case card(ContactCard)
    case rejected(RejectedItem)
}
