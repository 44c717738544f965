import AlmanacStore
import Interchange
import Localization
import Model

/// A card on its way in: the person it makes, and by what that person is recognised and found.
struct IncomingCard: Sendable {
    private(set) var card: ContactCard
    private(set) var content: Person
    let traits: PersonTraits
    let duplicateKeys: Set<String>
    /// Where the name stands among others.
    let sortKey: String
    /// Without its traces, which are written with the person.
    let entry: IndexEntry

    /// - Throws: `RecordProblem` if the person cannot be kept.
    init(_ card: ContactCard, photos: ImportedPhotos) throws {
        var card = card
        var person = card.person
        // A table has no lines in which its UID could stand.
        if let uid = card.uid, person.card.isEmpty { person.uids = [uid] }
        try RecordRules.check(person, in: Tables.persons)
        person.photo = try card.photo.flatMap(photos.keep)
        // It is in its file, and many cards may wait to be written.
        card.photo = nil
        self.card = card
        content = person
        traits = PersonTraits(person)
        duplicateKeys = traits.keys
        sortKey = traits.sortKey
        entry = Tables.persons.entry(of: person, VCardInterpreter(), hasKeys: false)
    }

    /// Finds the home planet that the card names.
    mutating func findHome(by planet: (String) throws -> Planet.ID?) rethrows {
        guard let name = card.planet else { return }
        content.home = try planet(name)
        if content.home != nil { return }
        let sentence: Message = "There is no planet “\(name)” here; its name stays on the card."
        card.warnings.append(CardWarning(line: card.place?.line, sentence))
    }

    /// The UID where it is a UUID, so that the person is known by it wherever the card goes.
    var uuid: String? { card.uid.map(CardUID.key).flatMap { CardUID.isUUID($0) ? $0 : nil } }

    /// Whether all lines of the card stand in that of the person: whatever was edited since, it says nothing new.
    func isIn(_ person: Person) -> Bool {
        !content.card.isEmpty && Set(content.card).isSubset(of: person.card)
            && CardLines.renewed(person.card, by: content.card) == person.card
    }

    /// Whether the person is what the card says, neither more nor less.
    func isAll(of person: Record<Person>) -> Bool { restates(person, as: content) }

    /// The person as a newer card of the same person makes it: what the card says otherwise than the card before wins, so
    /// that what was edited here stays where nobody else has edited it, and nothing is lost. A card that was revised
    /// before that of the person only adds, as does one of somebody who was merged into the person. The same person if
    /// nothing is new.
    func newer(than person: Record<Person>) -> Person {
        if isIn(person.content) { return person.content }
        let own = ([person.uuid] + person.content.knownUIDs.prefix(1)).map(CardUID.key)
        guard let uid = card.uid, own.contains(CardUID.key(uid)), !isOlder(than: person) else {
            return beside(person)
        }
        let changes = content.changes(sinceCard: person.content.card)
        let older = person.content.withoutRestatedValues(by: content, changes: changes)
        var newer = PersonMerge(older, changes) { CardLines.renewed($0, by: $1) }.preferringSecond(changes)
        newer.remember(person.content.knownUIDs + content.knownUIDs, own: person.uuid)
        return restates(person, as: newer) ? person.content : newer.ordered(as: content)
    }

    /// Only where both cards say when they were revised; one that was made here says it when it is given out.
    private func isOlder(than person: Record<Person>) -> Bool {
        let lines = person.content.card
        guard let revision = CardRevision(of: content.card),
            let present = lines.isEmpty ? CardRevision(of: person.modified) : CardRevision(of: lines)
        else { return false }
        return revision.isBefore(present)
    }

    /// What the card says otherwise than somebody whom it may be about, and which could only stand in place of what is there.
    func contradictions(of person: Person) -> [PersonMerge.Difference] {
        guard !isIn(person) else { return [] }
        let merge = PersonMerge(person, content) { lines, _ in lines }
        return merge.differences.filter { !$0.first.isEmpty && !$0.second.isEmpty }
    }

    /// The person with what the card says beside it; the same person if nothing is new, not even the UID.
    func beside(_ person: Record<Person>) -> Person {
        if isIn(person.content) { return person.content }
        var both = PersonMerge(person.content, content, joining: CardLines.joined).content
        both.remember(content.knownUIDs, own: person.uuid)
        return restates(person, as: both) ? person.content : both
    }

    /// Whether nothing of the person would be new, not even a UID, but the lines of a card in which it is written, how they
    /// are written, or their order.
    private func restates(_ person: Record<Person>, as other: Person) -> Bool {
        let known = ([person.uuid] + person.content.knownUIDs).map(CardUID.key)
        var (one, two) = (person.content, other.ordered(as: person.content))
        (one.card, two.card) = ([], [])
        (one.uids, two.uids) = ([], [])
        return one == two && content.knownUIDs.map(CardUID.key).allSatisfy(known.contains)
            && !CardLines.hasNews(other.card, beside: person.content)
    }
}

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
