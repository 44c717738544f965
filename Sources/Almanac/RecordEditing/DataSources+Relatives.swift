import Localization
import Model

extension PersonDataSource {

    /// Returns the persons who are named unambiguously in the first relations of a person, and other persons whose
    /// relations name this person.
    func relatives(of person: Record<Person>) async throws -> [RelatedPerson] {
        var relatives: [RelatedPerson] = []
        for relation in person.relations.prefix(relativesLimit) {
            let named = try await named(relation.value)
            if named.count == 1, named[0].address != person.address {
                relatives.append(RelatedPerson(person: named[0], relation: "\(relation.label)"))
            }
        }
        for name in [NameOrder.given, .family].map({ person.content.title(in: $0) }).unique {
            let inverse = try await self.relations(naming: name, limit: relativesLimit)
                .filter { relation in
                    relation.person.address != person.address && !relatives.contains { $0.person == relation.person }
                }
            // A name that several persons have does not identify this person.
            guard !inverse.isEmpty, try await named(name).count == 1 else { continue }
            relatives += inverse.map { relation in
                let label: Message = relation.label.isEmpty ? "related" : "\(relation.label)"
                return RelatedPerson(person: relation.person, relation: "has this person as \(label)")
            }
        }
        return relatives
    }
}

/// The maximum number of relations of a person that are looked up.
private let relativesLimit = 20

extension PlanetDataSource {
    /// Returns the other bodies that orbit the same body as a planet.
    func siblings(of planet: Record<Planet>) async throws -> RelatedRecords {
        RelatedRecords(siblings: try await siblings(of: planet.id), around: planet.parent)
    }
}
