import Model
import Text

/// Values that only the card contains, because an earlier version imported it: the formatted name, the default language,
/// online profiles, and positions. Earlier versions stored languages as custom fields.
extension Person {
    /// The label of custom fields that are languages.
    static let languageLabel = "language"

    /// The person with the values that only the card contains, and with languages instead of custom fields.
    public var withKeptValues: Person {
        let lists = CardOnlyList.allCases.filter { self[keyPath: $0.path].isEmpty }
        let hasLists = !lists.contains { $0.mayBe(in: card) }
        let isComplete = card.isEmpty || formattedName != nil && cardLanguage != nil && hasLists
        guard !isComplete || customFields.contains(where: { $0.label == Self.languageLabel }) else { return self }
        let kept = ContactCard(lines: card).person
        var person = self
        person.formattedName = formattedName ?? kept.formattedName
        person.cardLanguage = cardLanguage ?? kept.cardLanguage
        for list in lists { person[keyPath: list.path] = kept[keyPath: list.path] }
        person.moveLanguages(as: kept.languages)
        return person
    }

    /// Returns the edited person with the values that only the card of the former person contained. If the last value of a
    /// list was removed, it is also removed from the card. Otherwise, the list would contain the values of the card.
    func completed(replacing former: Person) -> Person {
        let kept = former.withKeptValues
        var person = self
        person.formattedName = formattedName ?? kept.formattedName
        person.cardLanguage = cardLanguage ?? kept.cardLanguage
        person.renameFormattedName(from: kept)
        person.moveLanguages(as: kept.languages)
        for list in CardOnlyList.allCases {
            let values = self[keyPath: list.path]
            if former[keyPath: list.path].isEmpty {
                person[keyPath: list.path] = kept[keyPath: list.path].filter { !values.contains($0) } + values
            } else if values.isEmpty {
                person.card = list.removed(from: person.card)
            }
        }
        return person
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

    /// Moves the custom fields that are languages to the languages.
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
