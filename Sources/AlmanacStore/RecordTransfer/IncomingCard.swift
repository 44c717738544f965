import Interchange
import Localization
import Model

/// An imported card with the person that it describes and the keys for finding existing persons.
final class IncomingCard: Sendable {
    // This is a class, because copying a structure would retain all values of the card.
    let contact: CardContact
    let traits: PersonTraits
    let duplicateKeys: Set<String>
    /// The search index entry, without the duplicate keys, which depend on the UUID that the person receives.
    let entry: IndexEntry
    /// The unusual values, each as a sentence about its field.
    let warnings: [Message]

    var card: ContactCard { contact.card }
    var content: Person { contact.person }
    /// The UID of the card, or `nil` if it is missing or not a UUID.
    var uuid: String? { contact.uuid }

    /// Creates an incoming card and saves its photo.
    ///
    /// - Throws: `RecordProblem` if the person is invalid.
    init(_ card: ContactCard, photos: ImportedPhotos) throws {
        contact = try CardContact(card, photos: photos)
        traits = PersonTraits(contact.person)
        duplicateKeys = traits.keys
        entry = Person.table.entry(of: contact.person, hasKeys: false)
        warnings = contact.person.unusualValues
    }

    /// Creates a copy of a card with a home planet, or with a warning that the planet is unknown.
    private init(_ original: IncomingCard, home: Planet.ID?, of name: String) {
        var contact = original.contact
        contact.person.home = home
        if home == nil {
            let sentence: Message = "Unknown home planet “\(name)”. Its name was kept on the card."
            contact.card.warnings.append(CardWarning(line: contact.card.place?.line, sentence))
        }
        self.contact = contact
        (traits, duplicateKeys) = (original.traits, original.duplicateKeys)
        (entry, warnings) = (original.entry, original.warnings)
    }

    /// Returns the card with the home planet that it names, or with a warning if the planet is unknown.
    func withHome(by home: (ContactCard) throws -> Planet.ID?) rethrows -> IncomingCard {
        guard let name = card.planet else { return self }
        return IncomingCard(self, home: try home(card), of: name)
    }

    /// Returns whether the person’s card already contains all lines of this card.
    func isIn(_ person: Person) -> Bool {
        !content.card.isEmpty && Set(content.card).isSubset(of: person.card)
            && CardLines.renewed(person.card, by: content.card) == person.card
    }

    /// Returns whether a table row has the same middle name as a person; always `true` for a card. If the middle names
    /// differ, the row may describe another person.
    func hasMiddleName(of person: Person) -> Bool {
        !content.card.isEmpty
            || content.name.withMiddleInitials.middle == person.name.withMiddleInitials.middle
    }

    /// A person with the given and the family name, or with the organization, of a table row. `nil` if a name has only
    /// one of these parts, or if the card is not a table row.
    var nameWithoutMiddle: Person? {
        guard content.card.isEmpty else { return nil }
        var person = Person()
        if content.name.display.isEmpty, !content.organization.isEmpty {
            person.organization = content.organization
            return person
        }
        if content.name.given.isEmpty || content.name.family.isEmpty { return nil }
        (person.name.given, person.name.family) = (content.name.withMiddleInitials.given, content.name.family)
        return person
    }

    /// Returns whether a table row may describe a person: their names differ at most by a middle name that one of them
    /// lacks or abbreviates, and no value of the row contradicts the person.
    func mayBe(_ person: Person) -> Bool {
        let other = PersonTraits(person)
        return content.name.withMiddleInitials.isSimilar(to: person.name.withMiddleInitials)
            && contradictions(of: person).allSatisfy {
                Self.comparedParts.contains($0.key) || isNamesake(person, $0.key)
            }
            && (traits.emails.isEmpty || other.emails.isEmpty || !traits.emails.isDisjoint(with: other.emails))
            && (traits.phones.isEmpty || other.phones.isEmpty || !traits.phones(in: other).isEmpty)
    }

    /// Returns whether a field is the organization, which ignoring case and accents is the name of both.
    private func isNamesake(_ person: Person, _ key: String) -> Bool {
        key == "organization" && content.name.display.isEmpty
            && NameKey.key(for: content.organization) == NameKey.key(for: person.organization)
    }

    /// The keys of the name parts that ``mayBe(_:)`` compares in folded form, ignoring case and accents.
    private static let comparedParts: Set = ["given", "middle", "family", "suffix"]

    func isAll(of person: Record<Person>) -> Bool { isEquivalent(person, to: content) }

    /// Returns the single-valued fields that have different values in the card and in a possible duplicate.
    func contradictions(of person: Person) -> [PersonMerge.Difference] {
        guard !isIn(person) else { return [] }
        let merge = PersonMerge(person, content) { lines, _ in lines }
        return merge.differences.filter { !$0.first.isEmpty && !$0.second.isEmpty }
    }

    /// Returns the person with the card’s information added, or the same person if nothing is new.
    func added(to person: Record<Person>) -> Person {
        if isIn(person.content) { return person.content }
        var both = PersonMerge(person.content, content, joining: CardLines.joined).content
        both.remember(content.knownUIDs, own: person.uuid)
        return isEquivalent(person, to: both) ? person.content : both
    }

    /// Returns whether two persons differ at most in the order of values, in card lines without new information, or in
    /// UIDs that are already known.
    private func isEquivalent(_ person: Record<Person>, to other: Person) -> Bool {
        let known = ([person.uuid] + person.content.knownUIDs).map(CardUID.key)
        var (one, two) = (person.content, other.ordered(as: person.content))
        (one.card, two.card) = ([], [])
        (one.uids, two.uids) = ([], [])
        return one == two && content.knownUIDs.map(CardUID.key).allSatisfy(known.contains)
            && !CardLines.hasNewLines(other.card, beside: person.content)
    }
}

/// An item prepared for import without using the database.
enum PreparedItem: Sendable {
    case person(IncomingCard)
    indirect case group(ContactCard)
    indirect case rejected(RejectedItem)

    init(_ item: CardItem, _ photos: ImportedPhotos) throws {
        switch item {
        case .rejected(let card): self = .rejected(card)
        case .card(let card):
            do {
                try CardRecords.check(card)
                self = card.group == nil ? .person(try IncomingCard(card, photos: photos)) : .group(card)
            } catch let problem as RecordProblem {
                self = .rejected(RejectedItem(card, because: problem))
            }
        }
    }
}

extension RejectedItem {
    /// Creates a rejected item for a card that cannot be stored.
    init(_ card: ContactCard, because problem: RecordProblem) {
        var writer = CardWriter(.asItCame(otherwise: card.version))
        _ = writer.write(card)
        self.init(
            at: card.place ?? SourceLocation(file: ""), because: problem.explanation.sentences.joined(),
            card.text ?? SourceText(writer.drain()))
    }
}

extension PersonName {
    /// Returns whether two names are the same, except for a middle name that one of them lacks or abbreviates.
    fileprivate func isSimilar(to other: PersonName) -> Bool {
        let middles = (NameKey.key(for: middle), NameKey.key(for: other.middle))
        let isSameMiddle = middles.0.hasPrefix(middles.1) || middles.1.hasPrefix(middles.0)
        return isSameMiddle && (min(middles.0.count, middles.1.count) < 2 || middles.0 == middles.1)
            && [\PersonName.given, \.family, \.suffix].allSatisfy {
                NameKey.key(for: self[keyPath: $0]) == NameKey.key(for: other[keyPath: $0])
            }
    }
}

extension IncomingCard {
    /// Returns the effects of merging the card into a person.
    ///
    /// - Parameters:
    ///   - merged: The person after the merge.
    ///   - conflicts: The titles of the fields with different values.
    ///   - relations: The kinds of related records that change, such as notes.
    func effects(
        on person: Person, as merged: Person, conflicts: [Title], relations: [Title]
    ) -> ImportReport.MergeEffects {
        let changed = Person.fields.filter { !$0.hasSameValues(person, merged) }
        var changes = changed.map(\.title)
        if person.photo != merged.photo { changes.append("Photo") }
        changes += relations
        changes += CardLines.newNames(in: merged.card, beside: person.card)
        return ImportReport.MergeEffects(
            changes: changes.unique.map(Message.init(title:)), conflicts: conflicts.unique.map(Message.init(title:)))
    }
}

/// An update of a person from a card that describes the same person.
struct PersonUpdate {
    /// The updated person, or the unchanged person if the card contains nothing new.
    let person: Person
    /// The merge of the card, or `nil` if the card only adds information.
    let merge: ContactUpdate?
    /// Whether the revision of the card is earlier than that of the former card on which it is based or, if there is no
    /// such card, than that of the person.
    var isOlder = false

    /// Returns whether the update changes neither the person nor their notes and groups.
    func isEmpty(for present: Person) -> Bool { person == present && relations.isEmpty }

    /// The kinds of related records that change: groups, notes, or both.
    var relations: [Title] {
        guard let merge else { return [] }
        let (before, after) = (merge.before, merge.after)
        let groups = Set(before.categories.map(NameKey.key(for:))) == Set(after.categories.map(NameKey.key(for:)))
        return (groups ? [] : ["Groups"]) + (before.notes == after.notes ? [] : ["Notes"])
    }
}

extension IncomingCard {
    /// Returns the update of a person with this card. A card that is older, lacks a UID, or belongs to a merged person
    /// only adds information.
    ///
    /// - Parameters:
    ///   - mine: The person’s card, with notes and groups.
    ///   - former: The former versions of the person’s card.
    func update(of person: Record<Person>, _ mine: ContactCard, former: [FormerCard]) -> PersonUpdate {
        let own = ([person.uuid] + person.content.knownUIDs.prefix(1)).map(CardUID.key)
        guard let uid = card.uid, own.contains(CardUID.key(uid)) else {
            return PersonUpdate(person: added(to: person), merge: nil)
        }
        var imported = person.content.card.isEmpty ? [] : [VCard(keptBy: person.content)]
        // Notes that an earlier version of Almanac truncated are completed unless they were edited.
        if imported.contains(where: { $0.contents.notes != mine.notes }) { imported = imported.map(\.withWholeTexts) }
        let merge = ContactUpdate(of: mine, by: card, since: imported + former.map(\.card))
        let photos = Set(former.compactMap(\.photo))
        let update = PersonUpdate(person: updated(person, by: merge, photos: photos), merge: merge)
        let present = merge.base.map { CardRevision(of: $0.textLines) } ?? CardRevision(of: person.modified)
        // An export of the current person is not older, even if the previously imported card has a revision in the
        // future.
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
        var updated = merge.updated(person.content)
        if let photo = content.photo, !photos.contains(photo),
            !ContactCard.hasPhotos(of: person.content.card, in: content.card)
        {
            updated.photo = photo
        }
        let isPlanetChanged = merge.before.planet != merge.after.planet
        if isPlanetChanged, content.home != nil || merge.after.planet == nil { updated.home = content.home }
        let known = ([person.uuid] + person.content.knownUIDs).map(CardUID.key)
        let isSame =
            updated == person.content && content.knownUIDs.map(CardUID.key).allSatisfy(known.contains)
            && !CardLines.hasNewLines(content.card, beside: person.content)
        if isSame { return person.content }
        updated.card = ContactUpdate.lines(of: content.card, replacing: person.content)
        updated.remember(person.content.knownUIDs + content.knownUIDs, own: person.uuid)
        return updated
    }
}
