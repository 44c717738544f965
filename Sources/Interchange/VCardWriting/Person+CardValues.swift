import Model
import Text

/// The names and UIDs that the stored card of a person contains in addition to the fields.
extension Person {
    /// The formatted names that contain words missing from the name, nickname, and organization, such as “Mom”.
    public var otherNames: [String] {
        if let names = ContactCard.plainValues(of: "FN", in: card), hasWords(of: names) { return [] }
        let (names, parts) = ContactCard.names(in: card)
        guard let parts else { return [] }
        let words = [parts.display, name.display, name.nickname, organization].joined(separator: " ")
        let said = Set(Folding.words(of: words))
        return names.filter { !said.isSuperset(of: Folding.words(of: $0)) }
    }

    /// Returns whether the name, nickname, and organization contain all words of the names.
    private func hasWords(of names: [String]) -> Bool {
        let own = Set(Folding.words(of: [name.display, name.nickname, organization].joined(separator: " ")))
        return names.allSatisfy { own.isSuperset(of: Folding.words(of: $0)) }
    }

    /// The names of the card’s properties that no field contains, such as `TZ`, including repetitions.
    public var otherProperties: [String] {
        guard !card.isEmpty else { return [] }
        let parsed = ParsedCard(UnfoldedCard(lines: card))
        return parsed.lines.filter { $0.isUninterpreted && !$0.isTechnical }
            .map { parsed.nameAsWritten(of: $0) }
    }

    /// Adds the other names of a person who is merged into this person, as custom fields.
    public mutating func addOtherNames(of other: Person) {
        let present = otherNames + customFields.map(\.value) + [formattedName ?? ""]
        customFields += other.otherNames.filter { !present.contains($0) }.map { Labeled("name", $0) }
    }

    /// The UIDs of the person in other address books (RFC 6350 section 6.7.6), starting with the UID of the card.
    public var knownUIDs: [String] { [ContactCard.uid(in: card)].compactMap(\.self) + uids }
}

/// The fields that earlier versions of Almanac did not read from cards, or read in another way: the formatted name, the
/// name parts in it, the default language, online profiles, and positions. Earlier versions stored languages as custom
/// fields, and web addresses for instant messaging without their scheme.
extension Person {
    /// The label of custom fields that contain languages.
    static let languageLabel = "language"

    /// The version of the rules that read the fields from cards. It increases when more fields are read.
    public static let currentCardVersion = 2

    /// The JSON keys of the fields that earlier versions did not read from cards.
    static let keysReadAgain = ["formattedName", "profiles", "positions", "cardLanguage"]

    /// Returns the person with the values that an earlier version did not read from the card or read in another way, and
    /// with languages instead of custom fields.
    public func readingCardAgain() -> Person {
        var reader = PersonReader(ParsedCard(UnfoldedCard(lines: card)))
        reader.read()
        let kept = reader.card(lines: [], at: nil).person
        var person = self
        person.formattedName = formattedName ?? formattedName(of: kept)
        person.readNameAgain(reader.contents, kept)
        for (place, address) in messengers.enumerated() where address.value.hasPrefix("//") && !address.label.isEmpty {
            person.messengers[place] = Labeled("", "\(address.label):\(address.value)")
        }
        person.cardLanguage = cardLanguage ?? kept.cardLanguage
        for list in CardOnlyList.allCases where self[keyPath: list.path].isEmpty {
            person[keyPath: list.path] = kept[keyPath: list.path]
        }
        person.moveLanguages(as: kept.languages)
        person.addServiceProfiles()
        return person
    }

    /// Replaces the name parts that an earlier version read from the card. In that version, the name of a company was
    /// that of a person.
    private mutating func readNameAgain(_ contents: CardContents, _ kept: Person) {
        guard let former = contents.partsOfFormerVersions, PersonName(partsOf: name) == PersonName(partsOf: former),
            PersonName(partsOf: kept.name) != PersonName(partsOf: former)
        else { return }
        let own = name
        name = kept.name
        (name.nickname, name.phonetic) = (own.nickname, own.phonetic)
        if name.display.isEmpty, organization.isEmpty { organization = kept.organization }
        // A formatted name is kept only if it was edited.
        if formattedName == contents.formattedName.first || formattedName == kept.title {
            formattedName = kept.formattedName
        }
    }

    /// Returns the formatted name, given the person as read from the card. A formatted name that only repeats the
    /// completed name parts may contain more than the parts of this person, because an earlier version did not complete
    /// them.
    private func formattedName(of kept: Person) -> String? {
        let (parts, whole) = (PersonName(partsOf: name), kept.formattedName?.nonEmpty ?? kept.title)
        guard parts != PersonName(partsOf: kept.name), parts.given.isEmpty != parts.family.isEmpty,
            [kept.name.given, kept.name.family].contains(parts.given + parts.family)
        else { return kept.formattedName }
        return FormattedName.isRedundant(whole, of: self) ? kept.formattedName : whole
    }

    /// Returns the edited person, with a formatted name that follows the edited name parts and with languages instead of
    /// custom fields. If a list lost its last value, its properties are also removed from the card.
    public func completed(replacing former: Person) -> Person {
        // A later version that reads the card again would otherwise add the removed values.
        var person = self
        person.renameFormattedName(from: former)
        person.moveLanguages(as: former.languages)
        person.removeLines(ofValuesOf: former)
        if former.gender != nil, gender == nil { person.removeGrammaticalGender() }
        for list in CardOnlyList.allCases
        where self[keyPath: list.path].isEmpty && !former[keyPath: list.path].isEmpty {
            person.card = list.removed(from: person.card)
        }
        return person
    }

    /// Removes the address labels of removed postal addresses and the lines of removed profiles from the card.
    private mutating func removeLines(ofValuesOf former: Person) {
        // Without this removal, the lines would count as values that an earlier version did not read.
        let removedAddresses = former.addresses.filter { !addresses.contains($0) }
        let removedProfiles = former.profiles.filter { !profiles.contains($0) }
        let hasLabels = !removedAddresses.isEmpty && card.contains { $0.uppercased().contains("LABEL") }
        guard hasLabels || !removedProfiles.isEmpty && CardOnlyList.profiles.mayBe(in: card) else { return }
        var reader = PersonReader(ParsedCard(UnfoldedCard(lines: card)))
        reader.read()
        let contents = reader.contents
        let key = LabelVocabulary.places.key
        let labels = contents.addresses.items.filter { item in
            contents.addressLabels.contains(item.line)
                && removedAddresses.contains { removed in
                    removed.value == item.value.value && key(removed.label) == key(item.value.label)
                }
        }
        let services = contents.profiles.items.filter {
            contents.serviceProfiles.contains($0.line) && removedProfiles.contains($0.value)
        }
        let lines = labels.map(\.line) + services.map(\.line)
        var document = CardDocument(reader.parsed)
        for line in lines { document.remove(line) }
        if document.isChanged { card = document.lines.map { CardText.text(of: $0) } }
    }

    /// Removes the grammatical gender from the card.
    private mutating func removeGrammaticalGender() {
        // Without this removal, the grammatical gender would count as a gender.
        guard card.contains(where: { ContactCard.isNamed("GRAMGENDER", $0) }) else { return }
        var reader = PersonReader(ParsedCard(UnfoldedCard(lines: card)))
        reader.read()
        var document = CardDocument(reader.parsed)
        for line in reader.contents.grammaticalGender.lines { document.remove(line) }
        card = document.lines.map { CardText.text(of: $0) }
    }

    /// Adds the profiles whose property name identifies a service if an earlier version imported the card without
    /// reading them.
    private mutating func addServiceProfiles() {
        guard !profiles.isEmpty, CardOnlyList.profiles.mayBe(in: card) else { return }
        var reader = PersonReader(ParsedCard(UnfoldedCard(lines: card)))
        reader.read()
        let contents = reader.contents
        guard !contents.serviceProfiles.isEmpty, profiles == contents.formerProfiles else { return }
        profiles += contents.profiles.items.filter { contents.serviceProfiles.contains($0.line) }.map(\.value)
            .filter { !profiles.contains($0) }
    }

    /// Updates an unchanged formatted name that consists of the former name parts, such as “Tanaka Taro”.
    private mutating func renameFormattedName(from former: Person) {
        guard let formatted = formattedName?.nonEmpty, formatted == former.formattedName,
            PersonName(partsOf: name) != PersonName(partsOf: former.name),
            FormattedName.isMade(formatted, of: former)
        else { return }
        let renamed = FormattedName.updated(formatted, from: former, to: self)
        formattedName = FormattedName.isRedundant(renamed, of: self) ? "" : renamed
    }

    /// Moves languages from the custom fields to the list of languages.
    ///
    /// - Parameter known: Languages whose labels and order are kept.
    mutating func moveLanguages(as known: [Labeled<String>]) {
        let values = customFields.filter { $0.label == Self.languageLabel }.map(\.value)
        guard !values.isEmpty else { return }
        customFields.removeAll { $0.label == Self.languageLabel }
        let same = known.filter { values.contains($0.value) }
        let others = values.filter { value in !same.contains { $0.value == value } }
        let moved = same + others.map { Labeled("", $0) }
        languages = moved + languages.filter { !moved.contains($0) }
    }
}

/// A list field that earlier versions did not store. If such a version imported a card, only the card has the values.
enum CardOnlyList: CaseIterable {
    case profiles, positions

    var path: WritableKeyPath<Person, [Labeled<String>]> & Sendable {
        switch self {
        case .profiles: \.profiles
        case .positions: \.positions
        }
    }

    /// The names, without the prefix `X-`, of the properties that contain the values.
    private var names: [StaticString] {
        switch self {
        case .profiles: ["SOCIALPROFILE", "CONTACT-URI", "PHOTO"] + PropertyMeaning.profiles.map(\.key)
        case .positions: ["GEO"]
        }
    }

    private func lines(_ contents: CardContents) -> [Int] {
        switch self {
        case .profiles: contents.profiles.lines
        case .positions: contents.positions.lines
        }
    }

    /// Returns whether the lines of a card may contain values of the list.
    func mayBe(in card: [String]) -> Bool {
        card.contains { line in names.contains { ContactCard.isNamed($0, line) } }
    }

    /// Returns the lines of a card without the properties that contain values of the list.
    func removed(from lines: [String]) -> [String] {
        guard mayBe(in: lines) else { return lines }
        var reader = PersonReader(ParsedCard(UnfoldedCard(lines: lines)))
        reader.read()
        var document = CardDocument(reader.parsed)
        for number in self.lines(reader.contents) { document.remove(number) }
        return document.isChanged ? document.lines.map { CardText.text(of: $0) } : lines
    }
}

extension Person {
    /// The person without the card lines that contain values of empty lists.
    public var withoutHiddenValues: Person {
        // Without this removal, the lines would count as values of the person.
        var person = self
        for list in CardOnlyList.allCases where self[keyPath: list.path].isEmpty {
            person.card = list.removed(from: person.card)
        }
        return person
    }
}
