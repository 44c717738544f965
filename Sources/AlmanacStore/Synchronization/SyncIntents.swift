import Interchange
import Model
import SQLite
import Sync

/// The requests to a book that may have been sent.
struct SyncIntents {
    let connection: Connection
    let remote: Int64

    func all() throws -> [SyncIntent] {
        try connection.all(Self.selection, binding: remote) { row in
            let tag = (row[3] as String?).map { ETag(rawValue: $0) }
            let request: SyncIntent.Request
            if let text = row[5] as [UInt8]? {
                let precondition = tag.map { Precondition.ifMatch($0) } ?? .ifNoneMatch
                request = .put(try VCard(text), revision: row[4], precondition)
            } else {
                request = .delete(ifMatch: tag ?? ETag(rawValue: ""))
            }
            return SyncIntent(
                address: CardAddress(rawValue: row[0]), record: RecordID(kind: try row[1], number: row[2]),
                request: request)
        }
    }

    func insert(_ intent: SyncIntent) throws {
        try connection.run(Self.insertion) {
            $0[1] = remote
            $0[2] = intent.address
            $0[3] = intent.record.kind
            $0[4] = intent.record.number
            switch intent.request {
            case .put(let card, let revision, let precondition):
                $0[5] = precondition.tag
                $0[6] = revision
                $0[7] = card.text
            case .delete(let tag):
                $0[5] = tag
                $0.bindNull(at: 6)
                $0.bindNull(at: 7)
            }
        }
    }

    func delete(_ address: CardAddress) throws {
        try connection.run(
            "DELETE FROM sync_intent WHERE remote_id = ?1 AND address = ?2", binding: remote, address.rawValue)
    }

    private static let selection = """
        SELECT address, kind, record_id, etag, revision, card FROM sync_intent WHERE remote_id = ?1 ORDER BY address
        """

    private static let insertion = """
        INSERT INTO sync_intent (remote_id, address, kind, record_id, etag, revision, card)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
}

extension Precondition {
    fileprivate var tag: ETag? {
        switch self {
        case .ifNoneMatch: nil
        case .ifMatch(let tag): tag
        }
    }
}
