import Localization
import Model

/// The unfolded lines of a card in one version, with the information that is lost.
struct CardRendering {
    let version: CardVersion
    let lines: [[UInt8]]
    /// Whether the lines differ from those of the imported card.
    let isChanged: Bool
    private let card: ContactCard
    private let conversionLosses: [(property: String, sentence: Message)]

    init(_ card: ContactCard, in target: CardVersion?, otherwise other: CardVersion) {
        let card = card.withoutGroupsWithCards
        self.card = card
        let own = CardPatch.patched(card, otherwise: other)
        version = target ?? own.version
        isChanged = version != own.version || own.isChanged
        let unconverted = target == nil ? own.lines : own.linesWithVersion
        if version == own.version {
            (lines, conversionLosses) = (unconverted, [])
        } else {
            var conversion = CardConversion(own.lines, to: version, uid: card.uid)
            var converted = card
            converted.person.card = conversion.lines().map { CardText.text(of: $0) }
            lines = CardPatch.patched(converted, otherwise: version).lines
            conversionLosses = conversion.losses
        }
    }

    /// The information that is lost. The lines are read again to find it.
    var losses: [CardLoss] {
        guard isChanged else { return [] }
        let title = card.group?.name ?? card.person.title
        let missing = card.missing(in: ContactCard(lines: lines.map { CardText.text(of: $0) }), version)
        return (conversionLosses + missing).map {
            CardLoss(title: title, property: $0.property, sentence: $0.sentence)
        }
    }
}

extension ContactCard {
    /// The card without the categories that the cards of groups replace.
    fileprivate var withoutGroupsWithCards: ContactCard {
        guard !groupsWithCards.isEmpty else { return self }
        let named = Set(Self.categories(in: person.card).map(\.groupKey))
        var card = self
        card.categories.removeAll { groupsWithCards.contains($0) && !named.contains($0.groupKey) }
        return card
    }

    /// Returns the information in this card that is missing from a written card.
    func missing(in card: ContactCard, _ version: CardVersion) -> [(property: String, sentence: Message)] {
        var missing: [(property: String, sentence: Message)] = []
        func check(_ property: String, _ name: Title, _ isSame: Bool) {
            guard !isSame else { return }
            missing.append(
                (property, "vCard \(version.rawValue) cannot represent this exactly: \(title: name)."))
        }
        var one = person
        let other = card.person
        one.moveLanguages(as: other.languages)
        one.standardizeValues()
        check("KIND", "members", group == card.group)
        check("PHOTO", "photo", photo == card.photo)
        check("NOTE", "notes", notes == card.notes)
        check("CATEGORIES", "groups", Set(categories.map(\.groupKey)) == Set(card.categories.map(\.groupKey)))
        check("UID", "UID", uid == nil || card.uid == nil || uid == card.uid)
        if group != nil { return missing }
        check("N", "name", PersonName(partsOf: one.name) == PersonName(partsOf: other.name))
        if let own = one.formattedName?.nonEmpty, !FormattedName.isMade(own, of: other) {
            check("FN", "formatted name", own == other.formattedName)
        }
        check("NICKNAME", "nickname", one.name.nickname == other.name.nickname)
        check("X-PHONETIC-FIRST-NAME", "phonetic name", one.name.phonetic == other.name.phonetic)
        check("ORG", "organization", one.organization == other.organization && one.department == other.department)
        for field in PlainText.allCases {
            check(field.rawValue, field.label, one[keyPath: field.path] == other[keyPath: field.path])
        }
        check("BDAY", "birthday", one.birthday == other.birthday)
        check("ANNIVERSARY", "anniversary", one.anniversary == other.anniversary)
        check("GENDER", "gender", one.gender == other.gender)
        check("EMAIL", "email addresses", one.emails == other.emails)
        check("TEL", "phone numbers", one.phones == other.phones)
        check("ADR", "addresses", one.addresses == other.addresses)
        check("URL", "web addresses", one.urls == other.urls)
        check("IMPP", "instant messaging", one.messengers == other.messengers)
        check("SOCIALPROFILE", "online profiles", one.profiles.isEmpty || one.profiles == other.profiles)
        check("LANG", "languages", one.languages == other.languages)
        check("GEO", "positions", one.positions.isEmpty || one.positions == other.positions)
        check("RELATED", "relations", one.relations == other.relations)
        check("X-ALMANAC-FIELD", "custom fields", one.customFields == other.customFields)
        check("X-ALMANAC-PLANET", "home planet", planet == card.planet)
        return missing
    }
}
