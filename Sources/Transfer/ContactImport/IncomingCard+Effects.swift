import Interchange
import Localization
import Model

extension IncomingCard {
    /// Returns the effects of merging the card into a person.
    ///
    /// - Parameters:
    ///   - merged: The person after the merge.
    ///   - kind: The certainty of the match.
    ///   - contradictions: The values of the card that differ from those of a possible duplicate.
    ///   - relations: The titles of the related records that the person gets.
    func effects(
        on person: Person, as merged: Person, _ kind: MatchKind, contradictions: [PersonMerge.Difference],
        relations: [Title]
    ) -> ImportReport.MergeEffects {
        let changed = Person.fields.filter { !$0.hasSameValues(person, merged) }
        var changes = changed.map(\.title)
        if person.photo != merged.photo { changes.append("Photo") }
        changes += relations
        changes += CardLines.newNames(in: merged.card, beside: person.card)
        let conflicts = kind == .changed ? editedOnBothSides(of: person) : contradictions.map(\.title)
        return ImportReport.MergeEffects(changes: changes.unique, conflicts: conflicts.unique)
    }

    /// Returns the titles of the fields that were changed both on the person and on this card since the person’s card.
    private func editedOnBothSides(of person: Person) -> [Title] {
        guard !person.card.isEmpty, !content.card.isEmpty else { return [] }
        let before = ContactCard(lines: person.card).person
        return Person.fields.filter { field in
            !field.hasSameValues(person, before) && !field.hasSameValues(content, before)
                && !field.hasSameValues(person, content)
        }.map(\.title)
    }
}

extension EditableField<Person> {
    /// Returns whether two persons have the same values, in any order.
    fileprivate func hasSameValues(_ one: Person, _ other: Person) -> Bool { Set(read(one)) == Set(read(other)) }
}
