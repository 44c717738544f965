import Model
import SQLite
import Text

/// The queries that find a star or body by any spelling of its name.
///
/// Only bodies have records. The name of a body is the name of its star followed by a letter: `KOI-351` is a star
/// because `KOI-351 b` is a body. A name without the letter of a component, such as `Alpha Centauri`, refers to all
/// components of the system.
struct StarNames {
    /// The keys of the spellings. The first key belongs to the name itself.
    let keys: [String]

    init(_ name: String) { keys = StarSpellings.keys(of: name) }

    /// The key ranges of the bodies that orbit the star itself.
    var rangesOfStar: [ClosedRange<String>] { keys.map { $0 + "b"..."\($0)z" } }

    /// The key ranges of the bodies that orbit the components of the star.
    var rangesOfComponents: [ClosedRange<String>] { keys.map { $0 + "ab"..."\($0)dz" } }

    /// Returns a query for the catalog names of bodies with one of the keys.
    static func named(_ keys: String) -> String {
        """
        SELECT body.name FROM name_key JOIN planet AS body ON body.id = record_id
        WHERE kind = 'planet' AND key IN (\(keys)) AND body.name <> ''
        """
    }

    /// Returns a query for the stars of the exoplanets whose keys are in a range and end with the letter of a body. A
    /// range contains only keys of the same length as its bounds.
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

/// The spellings of the name of a star or body, as keys without spaces or punctuation.
///
/// Bayer and Flamsteed designations have several spellings: `α Centauri`, `Alpha Cen`, and `alf Cen` name the same
/// star.
enum StarSpellings {
    /// The maximum number of keys, to limit the size of queries for a long name.
    private static let limit = 48

    /// Returns the keys of all spellings of a name. The first key belongs to the name itself. It is the only key if
    /// there are too many words or spellings.
    static func keys(of name: String) -> [String] {
        let own = Folding.catalogKey(name.trimmed)
        let words = Folding.parts(of: Folding.fold(name))
        guard !own.isEmpty, words.count > 1, words.count <= 6 else { return own.isEmpty ? [] : [own] }
        var keys = [""]
        var place = 0
        while place < words.count {
            let (spellings, count) = spellings(at: place, of: words)
            keys = keys.flatMap { key in spellings.map { key + $0 } }
            guard keys.count <= limit else { return [own] }
            place += count
        }
        return ([own] + keys.map(Folding.catalogKey)).unique
    }

    /// Returns the spellings of a word, or of two words that together are the name of a constellation.
    private static func spellings(at place: Int, of words: [String]) -> (spellings: [String], count: Int) {
        let word = words[place]
        guard place > 0 else { return (greek(word), 1) }
        for count in [2, 1] where place + count <= words.count {
            let text = words[place..<place + count].joined(separator: " ")
            if let constellation = Constellation(text) {
                return ([constellation.genitive, constellation.abbreviation].map { Folding.fold($0) }, count)
            }
        }
        return ([word], 1)
    }

    /// Returns the spellings of a Greek letter with an optional number, such as `π2` and `pi02`. Any other word is
    /// returned unchanged.
    private static func greek(_ word: String) -> [String] {
        let key = Folding.catalogKey(word)
        let name = String(key.prefix { !$0.isNumber })
        guard let letter = letters.first(where: { $0.contains(name) }), let number = number(key.dropFirst(name.count))
        else { return [word] }
        let numbers = number == 0 ? [""] : [String(number), "0\(number)"]
        return letter.flatMap { spelling in numbers.map { spelling + $0 } }
    }

    /// Returns the number from 1 to 9 that follows a Greek letter, 0 for empty text, or `nil` for other text.
    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? 0 : Int(digits).flatMap { (1...9).contains($0) ? $0 : nil }
    }

    /// The symbol of each Greek letter, its name, and its abbreviations in star catalogs.
    private static let letters = [
        ["α", "alpha", "alf", "alp"], ["β", "beta", "bet"], ["γ", "gamma", "gam"], ["δ", "delta", "del"],
        ["ε", "epsilon", "eps"], ["ζ", "zeta", "zet"], ["η", "eta"], ["θ", "theta", "tet", "the"],
        ["ι", "iota", "iot"],
        ["κ", "kappa", "kap"], ["λ", "lambda", "lam"], ["μ", "mu"], ["ν", "nu"], ["ξ", "xi", "ksi"],
        ["ο", "omicron", "omi"], ["π", "pi"], ["ρ", "rho"], ["σ", "sigma", "sig"], ["τ", "tau"],
        ["υ", "upsilon", "ups"], ["φ", "phi"], ["χ", "chi", "khi"], ["ψ", "psi"], ["ω", "omega", "ome"],
    ]
}

/// The lookup of planetary systems. Stars have no records; the name of a star is stored with the bodies that orbit it.
extension RecordTable<Planet> {
    /// Returns the planetary systems that a name refers to: several for the components of a multiple star, or none if
    /// the name is unknown.
    /// - Parameter text: The name of the star or of one of its bodies, in any spelling.
    func systems(of text: String, in connection: Connection) throws -> [PlanetSystem] {
        try stars(text.trimmed, in: connection).map { star in
            let ids: [Int64] = try connection.all(
                """
                SELECT id FROM planet
                WHERE parent = ?1 COLLATE NOCASE
                """, binding: star
            ) { $0[0] }
            return PlanetSystem(star: star, bodies: try fetch(ids, from: connection))
        }
    }

    private func stars(_ text: String, in connection: Connection) throws -> [String] {
        if let star = try orbited(text, in: connection) ?? starOfBody(text, in: connection) { return [star] }
        return try starsOfLetters(text, in: connection)
    }

    private func orbited(_ star: String, in connection: Connection) throws -> String? {
        guard !star.isEmpty else { return nil }
        return try connection.first(
            """
            SELECT parent FROM planet
            WHERE parent = ?1 COLLATE NOCASE
            LIMIT 1
            """, binding: star
        ) { $0[0] }
    }

    private func starOfBody(_ text: String, in connection: Connection) throws -> String? {
        guard let body = try named(text, in: connection).first,
            let planet = try fetch([body.id.number], from: connection).first?.content
        else { return nil }
        return try orbited(planet.parent, in: connection) ?? orbited(planet.name, in: connection)
    }

    /// Returns the stars with a body whose name is the given text, in any spelling, followed by a letter. If no star
    /// matches, returns the components of the multiple star with this name.
    private func starsOfLetters(_ text: String, in connection: Connection) throws -> [String] {
        let names = StarNames(text)
        for ranges in [names.rangesOfStar, names.rangesOfComponents] {
            let stars = try ranges.flatMap { range in
                try connection.all(
                    StarNames.orbited(from: "?1", to: "?2"), binding: range.lowerBound, range.upperBound
                ) { $0[0] as String }
            }
            let distinct = Dictionary(stars.map { ($0.lowercased(), $0) }) { first, _ in first }.values.sorted()
            if !distinct.isEmpty { return distinct }
        }
        return []
    }

    /// Returns the first of the other bodies that orbit the same central body, innermost first, and their total number.
    func siblings(of id: Int64, in connection: Connection) throws -> LinkedRecords {
        let source = """
            FROM planet AS own JOIN planet ON planet.parent = own.parent COLLATE NOCASE AND planet.id <> own.id
            WHERE own.id = ?1 AND own.parent <> ''
            """
        let first = try connection.all(
            """
            SELECT planet.id, planet.display_name \(source)
            ORDER BY planet.orbital_period_days IS NULL, planet.orbital_period_days, planet.id
            LIMIT ?2
            """, binding: id, Self.siblingsLimit
        ) { RecordReference(id: RecordID(kind: .planet, number: $0[0]), name: $0[1]) }
        guard first.count == Self.siblingsLimit else { return LinkedRecords(first, counted: first.count) }
        return LinkedRecords(
            first, counted: try connection.first("SELECT count(*) \(source)", binding: id) { $0[0] } ?? 0)
    }

    private static var siblingsLimit: Int { 20 }
}
