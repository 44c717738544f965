import Localization
import Model

/// The lines of a card in a version, unfolded, and what got lost on the way.
struct CardRendering {
    let version: CardVersion
    let lines: [[UInt8]]
    let losses: [CardLoss]

    init(_ card: ContactCard, in target: CardVersion?, otherwise other: CardVersion) {
        let own = CardPatch.patched(card, otherwise: other)
        version = target ?? own.version
        let unconverted = target == nil ? own.lines : own.linesWithVersion
        guard version != own.version || own.isChanged else {
            (lines, losses) = (unconverted, [])
            return
        }
        var found: [(property: String, sentence: Message)] = []
        if version == own.version {
            lines = unconverted
        } else {
            var conversion = CardConversion(own.lines, to: version, uid: card.uid)
            var converted = card
            converted.person.card = conversion.lines().map { CardText.text(of: $0) }
            lines = CardPatch.patched(converted, otherwise: version).lines
            found = conversion.losses
        }
        let title = card.group?.name ?? card.person.title
        found += card.missing(in: ContactCard(lines: lines.map { CardText.text(of: $0) }), version)
        losses = found.map { CardLoss(title: title, property: $0.property, sentence: $0.sentence) }
    }
}
