import Model
import SQLite

/// An operation that restores the relations of a record from a backup. Related records are identified by UUID.
struct BackupRelations {
    let backup: Connection
    let present: Connection

    /// Adds the missing memberships of a record, without removing existing memberships.
    /// - Returns: Whether any memberships were added.
    func restoreMemberships(of address: RecordID, as id: Int64) throws -> Bool {
        guard address.kind == .group else {
            return try Membership(of: address.kind).map { try restore($0, to: .group, of: address, as: id) } ?? false
        }
        return try Membership.all.reduce(false) { try restore($1, to: $1.kind, of: address, as: id) || $0 }
    }

    private func restore(_ links: Membership, to other: Kind, of address: RecordID, as id: Int64) throws -> Bool {
        let (table, own, others) = (links.table, "\(address.kind.rawValue)_id", other.table)
        let rows = try backup.all(
            """
            SELECT uuid, position FROM \(table) JOIN \(others) ON id = \(other.rawValue)_id
            WHERE \(own) = ?1
            """, binding: address.number
        ) { (uuid: $0[0] as String, position: $0[1] as Int64) }
        return try rows.reduce(false) { hasNew, row in
            let changed = try present.run(
                """
                INSERT INTO \(table) (\(own), \(other.rawValue)_id, position)
                SELECT ?1, id, ?3 FROM \(others) WHERE uuid = ?2
                ON CONFLICT DO NOTHING
                """, binding: id, row.uuid, row.position)
            return hasNew || changed > 0
        }
    }

    /// Reattaches notes, residents, and favorites to a restored record, unless they now belong to another record.
    func reattach(_ address: RecordID, as id: Int64) throws {
        let own = "\(address.kind.rawValue)_id"
        if address.kind != .note {
            try claim(
                of: "note", by: own, address, as: id,
                where: "person_id IS NULL AND group_id IS NULL AND planet_id IS NULL")
        }
        if address.kind == .planet { try claim(of: "person", by: "home_id", address, as: id, where: "home_id IS NULL") }
        let accounts = try backup.all(
            "SELECT name_key FROM favorite LEFT JOIN account ON account.id = account_id WHERE favorite.\(own) = ?1",
            binding: address.number
        ) { $0[0] as String? }
        for account in accounts {
            try present.run(
                """
                INSERT INTO favorite (id, account_id, \(own))
                SELECT \(FavoriteStore.unusedID), account.id, ?2
                FROM (SELECT ?1 AS name) LEFT JOIN account ON name_key = name
                WHERE name IS NULL OR account.id IS NOT NULL
                ON CONFLICT DO NOTHING
                """, binding: account, id)
        }
    }

    private func claim(
        of table: String, by column: String, _ address: RecordID, as id: Int64, where isFree: String
    ) throws {
        let uuids = try backup.all("SELECT uuid FROM \(table) WHERE \(column) = ?1", binding: address.number) {
            $0[0] as String
        }
        for uuid in uuids {
            try present.run("UPDATE \(table) SET \(column) = ?1 WHERE uuid = ?2 AND \(isFree)", binding: id, uuid)
        }
    }
}
