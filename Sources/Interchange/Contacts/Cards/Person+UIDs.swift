import Interchange
import Model

/// By what a person is known to other address books (RFC 6350 section 6.7.6).
extension Person {
    /// That of the card, and those beside it.
    var knownUIDs: [String] { [ContactCard.uid(in: card)].compactMap(\.self) + uids }

    /// Keeps others beside its own and that of the card, each once. Who was given out under the own goes on to be: then it
    /// is the first.
    mutating func remember(_ others: [String], own uuid: String?) {
        if uids.isEmpty, others.isEmpty { return }
        let isOwnFirst = knownUIDs.isEmpty || uids.first == uuid
        var seen = Set([uuid, ContactCard.uid(in: card)].compactMap(\.self).map(CardTraits.bare))
        uids = (uids + others).filter { seen.insert(CardTraits.bare($0)).inserted }
        if isOwnFirst, let uuid, !uids.isEmpty { uids.insert(uuid, at: 0) }
    }
}
