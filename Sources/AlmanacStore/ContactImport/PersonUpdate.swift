import Interchange
import Localization
import Model

/// An update of a person from a card with the same UID.
struct PersonUpdate {
    /// The updated person, or the unchanged person if the card contains nothing new.
    let person: Person
    /// The merge of the card, or `nil` if the card only adds information.
    let merge: ContactUpdate?
    /// Whether the card was revised before the version of the person from which it was made.
    var isOlder = false

    /// Returns whether the update changes neither the person nor its notes and groups.
    func isEmpty(for present: Person) -> Bool { person == present && relations.isEmpty }

    /// The changes of notes and groups, by title.
    var relations: [Title] {
        guard let merge else { return [] }
        let (before, after) = (merge.before, merge.after)
        let groups = Set(before.categories.map(NameKey.of)) == Set(after.categories.map(NameKey.of))
        return (groups ? [] : ["Groups"]) + (before.notes == after.notes ? [] : ["Notes"])
    }
}

extension IncomingCard {
    /// Returns the update of a person with this card. A card that is older, or that belongs to a merged person, only adds
    /// information.
    ///
    /// - Parameters:
    ///   - mine: The card of the person with notes and groups.
    ///   - former: The former versions of the card of the person.
    func update(of person: Record<Person>, _ mine: ContactCard, former: [FormerCard]) -> PersonUpdate {
        let own = ([person.uuid] + person.content.knownUIDs.prefix(1)).map(CardUID.key)
        guard let uid = card.uid, own.contains(CardUID.key(uid)) else {
            return PersonUpdate(person: added(to: person), merge: nil)
        }
        let imported = person.content.card.isEmpty ? [] : [VCard(keptBy: person.content)]
        let merge = ContactUpdate(of: mine, by: card, since: imported + former.map(\.card))
        let photos = Set(former.compactMap(\.photo))
        let update = PersonUpdate(person: updated(person, by: merge, photos: photos), merge: merge)
        let present = merge.base.map { CardRevision(of: $0.textLines) } ?? CardRevision(of: person.modified)
        // An export of the present person is not older, even if the revision of the imported card is in the future.
        if update.isEmpty(for: person.content) || !isOlder(than: present) { return update }
        return PersonUpdate(person: added(to: person), merge: nil, isOlder: true)
    }

    private func isOlder(than former: CardRevision?) -> Bool {
        guard let former, let revision = CardRevision(of: content.card) else { return false }
        return revision.isBefore(former)
    }

    /// Returns the updated person.
    ///
    /// - Parameter photos: The photos of former versions, which a newer card may still have.
    private func updated(_ person: Record<Person>, by merge: ContactUpdate, photos: Set<BlobID>) -> Person {
        let present = person.content.withKeptValues
        var updated = merge.updated(present)
        if let photo = content.photo, !photos.contains(photo),
            !ContactCard.hasPhotos(of: person.content.card, in: content.card)
        {
            updated.photo = photo
        }
        let isPlanetChanged = merge.before.planet != merge.after.planet
        if isPlanetChanged, content.home != nil || merge.after.planet == nil { updated.home = content.home }
        let known = ([person.uuid] + person.content.knownUIDs).map(CardUID.key)
        let isSame =
            updated == present && content.knownUIDs.map(CardUID.key).allSatisfy(known.contains)
            && !CardLines.hasNewLines(content.card, beside: person.content)
        if isSame { return person.content }
        updated.card = ContactUpdate.lines(of: content.card, replacing: person.content)
        updated.remember(present.knownUIDs + content.knownUIDs, own: person.uuid)
        return updated
    }
}
