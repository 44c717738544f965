import Model
import Text

/// An update of a contact from a newer card: the three-way merge of the contact, the card, and the version of the
/// contact from which the card was made.
///
/// The merge compares values, not lines, because many programs rewrite the parameters of properties that they do not
/// change. Photos and properties that Almanac does not interpret are not merged.
public struct ContactUpdate: Sendable {
    /// The contact before and after the update. Both are written in the same way and differ only in changed values.
    public let before: ContactCard
    public private(set) var after: ContactCard
    /// The fields that both sides have changed to different values.
    public let conflicts: [EditableField<Person>]
    /// The version from which the newer card was made, or `nil` if there is none.
    public let base: VCard?
    /// The formatted name of the newer card, or `nil` if it has not changed.
    private let formattedName: String?

    /// Properties that all address books store. If a newer card lacks such a property, the property was removed.
    private static let common: Set = [
        "FN", "N", "NICKNAME", "TEL", "EMAIL", "ADR", "ORG", "TITLE", "URL", "BDAY", "NOTE",
    ]
    /// The keys of fields that some address books do not store. If a newer card lacks such a field, the field may have
    /// been lost.
    fileprivate static let uncommon: Set = [
        "phonetic", "pronouns", "gender", "anniversary", "im", "profile", "language", "cardLanguage", "relation",
        "field",
    ]

    /// Creates the update of a contact.
    ///
    /// - Parameters:
    ///   - mine: The contact with its notes and groups.
    ///   - theirs: The newer card.
    ///   - versions: The versions from which the newer card may have been made. The first of the most similar versions
    ///     is used.
    public init(of mine: ContactCard, by theirs: ContactCard, since versions: [VCard]) {
        let base =
            versions.count < 2 ? versions.first : versions.min { $0.distance(to: theirs) < $1.distance(to: theirs) }
        self.base = base
        let lines = base?.converted(to: .v40).textLines ?? []
        func written(_ card: ContactCard) -> VCard {
            var card = card
            card.person.card = lines
            (card.uid, card.photo, card.revised, card.groupsWithCards) = (nil, nil, nil, [])
            return VCard(card, otherwise: .v40)
        }
        let former = base?.contents
        var theirs = theirs
        theirs.person = theirs.person.spelled(as: former?.person ?? mine.person)
        if let former { theirs = theirs.completed(by: former) }
        let own = written(mine)
        // In the usual case of an unchanged contact, the card is written only once.
        let old = former.map { $0.hasSameContent(as: mine) ? own : written($0) }
        let merge = CardMerge(base: old, mine: own, theirs: written(theirs))
        (before, after) = (own.contents, merge.card.contents)
        if let former = former?.person.customFields {
            // Custom fields may represent other properties, such as a birthday that is not a date.
            let (here, there) = (before.person.customFields, theirs.person.customFields)
            after.person.customFields =
                here.filter { there.contains($0) || !former.contains($0) }
                + there.filter { !here.contains($0) && !former.contains($0) }
        }
        let ordered = after.person.ordered(as: theirs.person)
        for field in Person.fields where field.read(before.person) != field.read(after.person) {
            field.copy(from: ordered, to: &after.person)
        }
        let name = theirs.person.formattedName ?? ""
        formattedName = name == former?.person.formattedName ?? "" ? nil : name
        let (here, there) = (before.person, theirs.person)
        conflicts = Person.fields.filter { field in
            guard let was = former?.person else { return false }
            return !field.hasSameValues(here, was) && !field.hasSameValues(there, was)
                && !field.hasSameValues(here, there)
        }
    }

    /// Returns the person with the values that the update changes.
    public func updated(_ person: Person) -> Person {
        var updated = person.changed(from: before.person, to: after.person)
        updated.formattedName = formattedName ?? person.formattedName
        return updated
    }

    /// Returns the lines of the newer card with the properties of the old card that the newer card may have lost.
    public static func lines(of newer: [String], replacing old: Person) -> [String] {
        guard !newer.isEmpty else { return old.card }
        let card = VCard(lines: old.card.map { CardText.bytes(of: $0) }).withWholeTexts
        let replaced = common.union(CardUnits(VCard(lines: newer.map { CardText.bytes(of: $0) })).names)
        let units = CardUnits(card).items.map(\.unit).filter { replaced.contains($0.name) }
        return CardLines.joined(newer, card.replacing(units, with: []).textLines)
    }
}

extension ContactCard {
    /// Returns whether two cards have the same values, apart from the UID, the photo, and the time of the revision.
    fileprivate func hasSameContent(as other: ContactCard) -> Bool {
        person.content == other.person.content && notes == other.notes
            && categories == other.categories && planet == other.planet && group == other.group
    }

    /// Returns the card with the values of its former version that it may have lost.
    fileprivate func completed(by former: ContactCard) -> ContactCard {
        var card = self
        card.planet = planet ?? former.planet
        if person.card.isEmpty {
            // A table row contains only the columns of its table.
            card.person = PersonMerge(person, former.person) { lines, _ in lines }.content
            card.notes = (former.notes + notes).unique
            card.categories = (former.categories + categories).unique
        } else {
            for field in Person.fields where ContactUpdate.uncommon.contains(field.key) {
                let values = field.read(person)
                let were = field.read(former.person)
                // A value with a new label is not lost.
                let lost = were.filter { lost in
                    !values.contains { $0.label == lost.label || $0.value == lost.value && !were.contains($0) }
                }
                if !lost.isEmpty { try? field.write(&card.person, values + lost) }
            }
            let dates = [("birthday", person.birthday), ("anniversary", person.anniversary)]
            for (label, date) in dates where date != nil {
                card.person.customFields.removeAll { $0.label == label && !person.customFields.contains($0) }
            }
            // Some address books store only one note.
            if former.notes.count > 1, notes.count == 1 { card.notes = (notes + former.notes).unique }
            if categories.isEmpty { card.categories = former.categories }
        }
        return card
    }
}

extension Person {
    /// Returns the person with the new values of the fields that differ between two versions.
    public func changed(from before: Person, to after: Person) -> Person {
        var person = self
        for field in Self.fields where field.read(before) != field.read(after) { field.copy(from: after, to: &person) }
        return person
    }
}

extension EditableField<Person> {
    /// Returns whether two persons have the same values in this field, in any order.
    public func hasSameValues(_ one: Person, _ other: Person) -> Bool { Set(read(one)) == Set(read(other)) }
}

extension VCard {
    /// The lines in the form of `Person.card`.
    public var textLines: [String] { lines.map { CardText.text(of: $0) } }

    /// Returns the number of field values and notes that only one of the two cards has.
    fileprivate func distance(to other: ContactCard) -> Int {
        let own = contents
        let fields = Person.fields.reduce(0) { count, field in
            count + Set(field.read(own.person)).symmetricDifference(field.read(other.person)).count
        }
        return fields + Set(own.notes).symmetricDifference(other.notes).count
    }
}
