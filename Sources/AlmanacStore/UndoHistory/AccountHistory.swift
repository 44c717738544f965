import Localization
import Model
import SQLite

/// A reader of the changes to accounts, except for those to their cards, which are changes to records.
struct AccountHistory {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// The titles of the recorded columns.
    static let titles: [String: Title] = [
        "name": "Name", "passphrase_hash": "Passphrase", "person_id": "Contact card",
    ]

    func changes(of step: Step.ID) throws -> [AccountChange] {
        try connection.all(
            """
            SELECT old.name, new.name, old.passphrase_hash IS NOT NULL, new.passphrase_hash IS NOT NULL,
                old.passphrase_hash IS NOT new.passphrase_hash
            FROM change
            LEFT JOIN account_past AS old ON old.change_id = change.id AND old.is_new = 0
            LEFT JOIN account_past AS new ON new.change_id = change.id AND new.is_new = 1
            WHERE step_id = ?1 AND kind = 'person' AND record_id IS NULL AND table_name = 'account'
            ORDER BY change.id
            """, binding: step
        ) { row in
            let (old, new) = (row[0] as String?, row[1] as String?)
            return (new ?? old).map { name in
                var fields: [FieldChange] = []
                if old != new {
                    fields.append(FieldChange(key: "name", title: "Name", old: old ?? "", new: new ?? ""))
                }
                if row[4] {
                    let (former, present) = (row[2] as Bool, row[3] as Bool)
                    fields.append(
                        FieldChange(
                            key: "passphrase", title: "Passphrase", old: former ? Passphrase.mask : "",
                            new: present ? Passphrase.mask : ""))
                }
                let action: RecordChange.Action = old == nil ? .added : new == nil ? .deleted : .changed
                return AccountChange(name: name, action: action, fields: fields)
            }
        }.compactMap(\.self)
    }

    /// Returns the name of the account before a change or, if the change added the account, after it.
    func name(before change: Int64) throws -> String {
        let sql = "SELECT name FROM account_past WHERE change_id = ?1 ORDER BY is_new LIMIT 1"
        return try connection.first(sql, binding: change) { $0[0] as String? ?? "" } ?? ""
    }
}
