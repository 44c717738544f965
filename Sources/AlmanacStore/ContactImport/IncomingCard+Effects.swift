import Interchange
import Localization
import Model

extension IncomingCard {
    /// Returns the effects of merging the card into a person.
    ///
    /// - Parameters:
    ///   - merged: The person after the merge.
    ///   - conflicts: The titles of the fields with different values.
    ///   - relations: The titles of the related records that change.
    func effects(
        on person: Person, as merged: Person, conflicts: [Title], relations: [Title]
    ) -> ImportReport.MergeEffects {
        let changed = Person.fields.filter { !$0.hasSameValues(person, merged) }
        var changes = changed.map(\.title)
        if person.photo != merged.photo { changes.append("Photo") }
        changes += relations
        changes += CardLines.newNames(in: merged.card, beside: person.card)
        return ImportReport.MergeEffects(changes: changes.unique, conflicts: conflicts.unique)
    }
}
