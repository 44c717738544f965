import AlmanacStore
import Interchange
import Model

/// What was read, with all that can be made of it without the database.
enum ReadyItem: Sendable {
    case person(IncomingCard)
    case group(ContactCard)
    case rejected(RejectedItem)

    init(_ item: CardItem, _ photos: ImportedPhotos) throws {
        switch item {
        case .rejected(let card): self = .rejected(card)
        case .card(let card):
            do {
                try ImportedRelations.check(card)
                self = card.group == nil ? .person(try IncomingCard(card, photos: photos)) : .group(card)
            } catch let problem as RecordProblem {
                self = .rejected(RejectedItem(card, because: problem))
            }
        }
    }
}

extension RejectedItem {
    /// A card that was read, and cannot be kept.
    init(_ card: ContactCard, because problem: RecordProblem) {
        var writer = CardWriter(.asItCame(otherwise: card.version))
        _ = writer.write(card)
        self.init(
            at: card.place ?? SourceLocation(file: ""), because: problem.explanation.sentences.joined(),
            card.text ?? SourceText(writer.drain()))
    }
}
