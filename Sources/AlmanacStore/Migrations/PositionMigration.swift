import Model
import SQLite

/// An operation that fills the positions of persons imported by an earlier version, which kept `GEO` only on their cards.
///
/// All changes are one step of the history.
struct PositionMigration {
    let connection: Connection
    let cards: any CardInterpreter

    func run(at time: Timestamp) throws {
        try ActiveStep(CommandContext("migrate", by: nil), at: time).begin(on: connection)
        let candidates = try connection.all(
            """
            SELECT DISTINCT person_id FROM person_card
            WHERE instr(upper(value), 'GEO') > 0
            ORDER BY person_id
            """
        ) { $0[0] as Int64 }
        for id in candidates {
            var person = Person()
            person.cardText = try connection.all(
                "SELECT value FROM person_card WHERE person_id = ?1 ORDER BY position", binding: id
            ) { $0[0] }
            let positions = cards.completed(person, replacing: person).positions
            guard !positions.isEmpty else { continue }
            for (position, value) in positions.enumerated() {
                try connection.run(
                    "INSERT INTO person_position (person_id, position, label, value) VALUES (?1, ?2, ?3, ?4)",
                    binding: id, position, value.label, value.value)
            }
            try connection.run(
                "UPDATE person SET version = version + 1, modified = ?2 WHERE id = ?1", binding: id, time)
        }
        try ActiveStep.end(on: connection)
    }
}
