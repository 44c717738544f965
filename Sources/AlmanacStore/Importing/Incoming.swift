import Interchange
import Model
import Wording

/// A card on its way in: the person it makes, and by what that person is recognised.
struct Incoming {
    let card: ContactCard
    let content: Person
    let traits: PersonTraits
    let traces: Set<String>

    init(_ card: ContactCard, photos: ImportedPhotos, ties: ImportedTies) throws {
        var card = card
        var person = card.person
        person.photo = try card.photo.flatMap(photos.keep)
        // It is in its file, and many cards may wait to be written.
        card.photo = nil
        person.home = try card.planet.flatMap(ties.planet)
        if let planet = card.planet, person.home == nil {
            let sentence: Message = "There is no planet “\(planet)” here; its name stays on the card."
            card.warnings.append(CardWarning(line: card.place?.line, sentence))
        }
        self.card = card
        // A table has no lines in which its UID could stand.
        if let uid = card.uid, person.card.isEmpty { person.uids = [uid] }
        content = person
        traits = PersonTraits(person)
        traces = traits.traces
    }

    /// The UID where it is a UUID, so that the person is known by it wherever the card goes.
    var uuid: String? { card.uid.map(CardTraits.bare).flatMap { CardTraits.isUUID($0) ? $0 : nil } }

    /// Whether all lines of the card stand in that of the person: whatever was edited since, it says nothing new.
    func isIn(_ person: Person) -> Bool {
        !content.card.isEmpty && CardLines.joined(content.card, person.card) == person.card
    }

    /// The person as a newer card of the same person makes it: what the card says wins, and nothing is lost. A card that
    /// was revised before that of the person only adds, as does one of somebody who was merged into the person.
    func newer(than person: Record<Person>) -> Person {
        if isIn(person.content) { return person.content }
        let own = [person.uuid, person.content.uid(orOwn: person.uuid)].map(CardTraits.bare)
        guard let uid = card.uid, own.contains(CardTraits.bare(uid)), !isOlder(than: person.content) else {
            return beside(person)
        }
        let merge = PersonMerge(person.content, content) { CardLines.joined($1, $0) }
        var newer = merge.preferringSecond(content)
        newer.remember(person.content.knownUIDs + content.knownUIDs, own: person.uuid)
        return newer.restates(person.content) ? person.content : newer
    }

    /// Only where both cards say when they were revised.
    private func isOlder(than person: Person) -> Bool {
        guard let revision = CardRevision(of: content.card), let present = CardRevision(of: person.card) else {
            return false
        }
        return revision.isBefore(present)
    }

    /// What the card says otherwise than somebody whom it may be about, and which could only stand in place of what is there.
    func contradictions(of person: Person) -> [PersonMerge.Difference] {
        guard !isIn(person) else { return [] }
        let merge = PersonMerge(person, content) { lines, _ in lines }
        return merge.differences.filter { !$0.first.isEmpty && !$0.second.isEmpty }
    }

    /// The person with what the card says beside it.
    func beside(_ person: Record<Person>) -> Person {
        if isIn(person.content) { return person.content }
        var both = PersonMerge(person.content, content, joining: CardLines.joined).content
        both.remember(content.knownUIDs, own: person.uuid)
        return both
    }
}

extension Person {
    /// Whether nothing is new, not even the UID by which the card goes.
    func saysTheSame(as other: Person) -> Bool {
        self == other || restates(other) && ContactCard.uid(in: card) == ContactCard.uid(in: other.card)
    }

    /// Whether nothing is new but the lines of a card in which the record is written, or how they are written.
    fileprivate func restates(_ other: Person) -> Bool {
        var (one, two) = (self, other)
        one.card = []
        two.card = []
        return one == two && !CardLines.hasNews(card, beside: other.card)
    }
}
