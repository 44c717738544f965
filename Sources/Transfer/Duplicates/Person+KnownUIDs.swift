import AlmanacStore
import Interchange
import Model

extension Person {
    /// Adds UIDs, except the person's own and that of the card, each once. A person who was exported under the own UUID
    /// keeps it: then it is the first.
    mutating func remember(_ others: [String], own uuid: String?) {
        if uids.isEmpty, others.isEmpty { return }
        let isOwnFirst = knownUIDs.isEmpty || uids.first == uuid
        var seen = Set([uuid, ContactCard.uid(in: card)].compactMap(\.self).map(CardUID.key))
        uids = (uids + others).filter { seen.insert(CardUID.key($0)).inserted }
        if isOwnFirst, let uuid, !uids.isEmpty { uids.insert(uuid, at: 0) }
    }
}
