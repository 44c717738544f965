import Model
import SQLite

/// The statements that take one change of a table back, written once for the changes of a step.
///
/// In each of them ?1 is the number of the change, `change` its row, and `present` the row that it was made to.
struct ReversalStatements {
    /// The columns that the change has set and that are different now, each followed by a blank; no row when that is gone.
    let difference: String
    /// A row when what the change has deleted is there.
    let presence: String
    /// Takes an insertion back.
    let removal: String
    /// Takes a deletion back, at the time ?2.
    let insertion: String
    /// Takes an update back, at the time ?2: only the columns that it has changed.
    let restoration: String

    init(_ table: TrackedTable) {
        let name = table.name
        let (wasOld, isNew) = (table.isRow("change.old"), table.isRow("change.new"))
        let keys = table.primaryKey.map(\.name)

        difference = """
            SELECT \(table.compared.map { Self.difference(of: $0, in: table) }.joined(separator: " || "))
            FROM change JOIN \(name) AS present ON \(isNew)
            WHERE change.id = ?1
            """
        presence = "SELECT 1 FROM change JOIN \(name) AS present ON \(wasOld) WHERE change.id = ?1"
        removal = """
            DELETE FROM \(name) WHERE (\(keys.joined(separator: ", "))) IN (
                SELECT \(keys.map { "present.\($0)" }.joined(separator: ", "))
                FROM change JOIN \(name) AS present ON \(isNew)
                WHERE change.id = ?1)
            """
        insertion = """
            INSERT INTO \(name) (\(table.columns.map(\.name).joined(separator: ", ")))
            SELECT \(table.columns.map { Self.value(of: $0, in: table) }.joined(separator: ", "))
            FROM change WHERE change.id = ?1
            """
        restoration = """
            UPDATE \(name) AS present SET \(Self.assignments(in: table).joined(separator: ", "))
            FROM change WHERE change.id = ?1 AND \(isNew)
            """
    }

    private static func difference(of column: TrackedTable.Column, in table: TrackedTable) -> String {
        let (old, new) = (table.past("change.old", column), table.past("change.new", column))
        return """
            iif((change.old IS NULL OR \(old) IS NOT \(new)) AND present.\(column.name) IS NOT \(new),
                '\(column.name) ', '')
            """
    }

    private static func value(of column: TrackedTable.Column, in table: TrackedTable) -> String {
        switch column.name {
        case "version" where table.isRecord: "change.old ->> 'version' + 1"
        case "modified" where table.isRecord: "?2"
        // The number of a favorite is free to be used again.
        case "id" where table.name == "favorite":
            "(SELECT change.old ->> 'id' WHERE NOT EXISTS (SELECT 1 FROM favorite WHERE id = change.old ->> 'id'))"
        default: table.past("change.old", column)
        }
    }

    private static func assignments(in table: TrackedTable) -> [String] {
        let keys = Set(table.keys.map(\.name))
        let restored = table.compared.filter { !keys.contains($0.name) }.map { column in
            let (old, new) = (table.past("change.old", column), table.past("change.new", column))
            return "\(column.name) = iif(\(old) IS \(new), present.\(column.name), \(old))"
        }
        if table.isRecord { return restored + ["version = present.version + 1", "modified = ?2"] }
        return restored.isEmpty ? ["\(table.keys[0].name) = present.\(table.keys[0].name)"] : restored
    }
}
