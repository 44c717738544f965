import Model
import SQLite

/// A check that restored persons do not take the UIDs of persons that were added after the deletion.
struct RestoredUIDs {
    let connection: Connection
    let cards: any CardInterpreter

    func requireFree(_ deletions: [Trash.Deletion]) throws {
        for deletion in deletions where deletion.address.kind == .person {
            guard let uid = try uid(of: deletion.address.number) else { continue }
            let others = try connection.all(
                Self.laterOwners, binding: CardTraits.key(ofUID: uid), deletion.change, deletion.address.number
            ) { $0[0] as Int64 }
            if try others.contains(where: { try self.uid(of: $0) == uid }) {
                throw RecordProblem.uidTaken(deletion.address)
            }
        }
    }

    /// Returns the UID of a person in exports, or `nil` if it is the UUID.
    private func uid(of id: Int64) throws -> String? {
        let records = try Tables.persons.fetch([id], tied: Tables.persons.withoutLinks, from: connection)
        return records.first.flatMap { cards.uids(of: $0.content).first }.map(CardUID.key)
    }

    /// A query for the persons with the UID key ?1 that were first added after the change ?2, except for the person ?3.
    static let laterOwners = """
        SELECT person_id FROM trace
        WHERE key = ?1 AND person_id <> ?3 AND ?2 < (
            SELECT min(id) FROM change
            WHERE kind = 'person' AND record_id = person_id AND table_name = 'person' AND action = 'insert')
        """
}
