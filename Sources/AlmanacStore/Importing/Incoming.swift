import Interchange
import Model

/// A card on its way in: the person it makes, and by what that person is recognised.
struct Incoming {
    let card: ContactCard
    let content: Person
    let traits: PersonTraits
    let traces: Set<String>

    init(_ card: ContactCard, photos: ImportedPhotos, ties: ImportedTies) throws {
        self.card = card
        var person = card.person
        person.photo = try card.photo.flatMap(photos.keep)
        person.home = try card.planet.flatMap(ties.planet)
        content = person
        traits = PersonTraits(person)
        var traces = traits.traces
        if let uid = card.uid { traces.insert(CardTraits.trace(ofUID: uid)) }
        self.traces = traces
    }

    /// The UID where it is a UUID, so that the person is known by it wherever the card goes.
    var uuid: String? { card.uid.map(CardTraits.bare).flatMap { CardTraits.isUUID($0) ? $0 : nil } }

    /// The person as a newer card of the same person makes it: what the card says wins, and nothing is lost.
    func newer(than person: Record<Person>) -> Person {
        let merge = PersonMerge(person.content, content) { CardLines.joined($1, $0) }
        return merge.preferringSecond(content)
    }

    /// The person with what the card says beside it.
    func beside(_ person: Record<Person>) -> Person {
        PersonMerge(person.content, content, joining: CardLines.joined).content
    }
}

extension Person {
    /// Whether nothing is new but when the card was written, and by what.
    func saysTheSame(as other: Person) -> Bool {
        if self == other { return true }
        var (one, two) = (self, other)
        one.card = card.filter { !$0.isStamp }
        two.card = other.card.filter { !$0.isStamp }
        return one == two
    }
}

extension String {
    fileprivate var isStamp: Bool {
        let name = prefix { $0 != ":" && $0 != ";" }.uppercased()
        return name == "REV" || name == "PRODID"
    }
}
