import Localization
import Model
import SQLite

/// A check that the filters of smart groups are valid. They are not repaired, because a group without its filter would
/// have other members.
struct FilterCheck: StoreCheck {
    var part: Title { "filters" }

    func findings(in connection: Connection) throws -> [Finding] {
        let groups = try connection.all(
            """
            SELECT id, search, person_filter, planet_filter FROM people_group
            WHERE coalesce(person_filter, planet_filter) IS NOT NULL
            ORDER BY id
            """, row: SavedSearch.read)
        return groups.compactMap { saved in
            guard let saved, (try? saved.filter(and: nil)) == nil else { return nil }
            return Finding(.badValue, "Invalid filter of \(saved.group): “\(saved.filter ?? "")”.")
        }
    }
}
