import AlmanacStore
import Model

/// A cache of the traits of persons, because imported persons are often compared with the same persons.
final class ComparedPersons {
    /// The maximum number of persons, to limit memory use.
    private static let limit = 4_096

    private var known: [Int64: PersonTraits] = [:]

    /// Returns the traits of persons who exist.
    ///
    /// - Parameter read: A closure that reads the persons who are not in the cache.
    func traits(
        of ids: [Int64], reading read: ([Int64]) throws -> [(id: Int64, person: Person)]
    ) rethrows -> [(id: Int64, traits: PersonTraits)] {
        let unknown = ids.filter { known[$0] == nil }
        let new = try read(unknown).map { ($0.id, PersonTraits($0.person)) }
        let found = Dictionary(new) { first, _ in first }
        defer {
            if known.count + found.count > Self.limit { known = [:] }
            known.merge(found) { $1 }
        }
        return ids.compactMap { id in (known[id] ?? found[id]).map { (id, $0) } }
    }

    /// Removes a person whose values have changed.
    func forget(_ id: Int64) { known[id] = nil }
}
