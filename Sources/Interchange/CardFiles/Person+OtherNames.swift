import Model
import Text

extension Person {
    /// What the card says as the whole name and neither its parts nor the record have words for: “Mom” of Anna Smith.
    public var otherNames: [String] {
        let (names, parts) = ContactCard.names(in: card)
        guard let parts else { return [] }
        let words = [parts.display, name.display, name.nickname, organization].joined(separator: " ")
        let said = Set(Folding.words(of: words))
        return names.filter { !said.isSuperset(of: Folding.words(of: $0)) }
    }

    /// Keeps the other names of somebody who is merged into this person and whose FN gives way.
    public mutating func addOtherNames(of other: Person) {
        let present = otherNames + customFields.map(\.value)
        customFields += other.otherNames.filter { !present.contains($0) }.map { Labeled("name", $0) }
    }
}
