import Model
import SQLite

/// What somebody, or another program, has changed of records that a catalogue gave.
package enum ChangesByHand {
    /// Whether there may be any: this is asked of every row of an import.
    package static func exist(of address: RecordID, in connection: Connection) throws -> Bool {
        try connection.hasRow(search, binding: address.kind, address.number)
    }

    /// The keys of the fields whose values were given by hand.
    package static func fields(of address: RecordID, in connection: Connection) throws -> Set<String> {
        let steps = try StepReader(connection).steps(about: address, at: .beginning, limit: .max)
        let changes = try ChangeReader(connection).changes(of: address, in: steps.map(\.id))
        return FieldProvenance(of: address, in: steps, changes).byHand
    }

    static let search = """
        SELECT 1 FROM change CROSS JOIN step ON step.id = change.step_id
        WHERE kind = ?1 AND record_id = ?2
            AND (command IS NULL OR command NOT LIKE 'seed%' AND command NOT LIKE 'import%')
        LIMIT 1
        """
}
