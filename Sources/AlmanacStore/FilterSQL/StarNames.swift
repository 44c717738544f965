import Model

/// The queries that find a star or body by any spelling of its name.
///
/// Only bodies have records. The name of a body is the name of its star followed by a letter: `KOI-351` is a
/// star because `KOI-351 b` is a body. A name without the letter of a component, such as `Alpha Centauri`, means all
/// components of the system.
struct StarNames {
    /// The keys of the spellings. The first one is that of the name itself.
    let keys: [String]

    init(_ name: String) { keys = StarSpellings.keys(of: name) }

    /// The ranges of the keys of bodies that orbit the star itself.
    var rangesOfStar: [ClosedRange<String>] { keys.map { $0 + "b"..."\($0)z" } }

    /// The ranges of the keys of bodies that orbit its components.
    var rangesOfComponents: [ClosedRange<String>] { keys.map { $0 + "ab"..."\($0)dz" } }

    /// Returns a query for the catalog names of bodies with one of the keys.
    static func named(_ keys: String) -> String {
        """
        SELECT body.name FROM name_key JOIN planet AS body ON body.id = record_id
        WHERE kind = 'planet' AND key IN (\(keys)) AND body.name <> ''
        """
    }

    /// Returns a query for the stars of the exoplanets whose keys are in a range and end with the letter of a body. All
    /// keys in a range have the same length as its bounds.
    static func orbited(from first: String, to last: String) -> String {
        // The plus sign prevents SQLite from reading the keys of all planets.
        """
        SELECT body.parent FROM name_key JOIN planet AS body ON body.id = record_id
        WHERE key BETWEEN \(first) AND \(last) AND length(key) = length(\(first))
            AND substr(key, -1) BETWEEN 'b' AND 'z' AND +kind = 'planet' AND body.parent <> ''
            AND body.type = 'exoplanet'
        """
    }
}
