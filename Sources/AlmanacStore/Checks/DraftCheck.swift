import Localization
import Model
import SQLite

/// A check that the stored text of every draft can be read.
struct DraftCheck: StoreCheck {
    var part: Title { "drafts" }

    func findings(in connection: Connection) throws -> [Finding] {
        try Self.unreadable(connection).map {
            Finding(.unreadableDraft, "The draft of \($0.place) cannot be read: “\($0.words)”.")
        }
    }

    /// Removes the unreadable drafts.
    /// - Returns: Their texts.
    static func removeUnreadable(_ connection: Connection) throws -> [String] {
        let drafts = try unreadable(connection)
        for draft in drafts { try connection.run("DELETE FROM draft WHERE rowid = ?1", binding: draft.row) }
        return drafts.map { "draft: place: \($0.place); words: \($0.words)" }
    }

    private struct StoredDraft {
        let row: Int64
        let account: Account.ID?
        let place: String
        let words: String
    }

    private static func unreadable(_ connection: Connection) throws -> [StoredDraft] {
        try connection.all("SELECT rowid, account_id, place, words FROM draft ORDER BY rowid") {
            StoredDraft(row: $0[0], account: try $0[1], place: $0[2], words: $0[3])
        }.filter { draft in
            do {
                _ = try DraftStore.draft(at: draft.place, of: draft.account, in: connection)
                return false
            } catch StoreProblem.unreadableDraft {
                return true
            }
        }
    }
}
