import Localization
import Model
import SQLite
import Sync

/// A check that every value of a record, such as a date, a planet type, or the filter of a smart group, is valid for
/// its field.
struct ValueCheck: StoreCheck {
    var part: Title { "values" }
    func findings(in connection: Connection) throws -> [Finding] {
        var counted = try RowProgress(of: Kind.allCases.map(\.table), in: connection, part: part)
        return try Kind.allCases.flatMap { try findings($0.content, connection, &counted) } + filters(connection)
    }

    private func filters(_ connection: Connection) throws -> [Finding] {
        try Self.unreadableFilters(connection).map {
            Finding(.unreadableFilter, "Invalid filter of \($0.group): “\($0.filter ?? "")”.")
        }
    }

    /// Removes the search and the filter of each group with an invalid filter. Such a group then has no members.
    /// - Returns: The removed searches and filters.
    static func removeUnreadableFilters(_ connection: Connection) throws -> [String] {
        // Without the filter, the search of such a group would find other members.
        try unreadableFilters(connection).map { saved in
            try connection.run(
                "UPDATE people_group SET search = NULL, person_filter = NULL, planet_filter = NULL WHERE id = ?1",
                binding: saved.group.number)
            let search = saved.search.map { "; search: \($0)" } ?? ""
            return "\(saved.group): filter: \(saved.filter ?? "")\(search)"
        }
    }

    private static func unreadableFilters(_ connection: Connection) throws -> [SavedSearch] {
        try connection.all(
            """
            SELECT id, search, person_filter, planet_filter FROM people_group
            WHERE coalesce(person_filter, planet_filter) IS NOT NULL
            ORDER BY id
            """, row: SavedSearch.read
        ).compactMap(\.self).filter { (try? $0.filter(and: nil)) == nil }
    }

    private func findings<Content: StoredRecord>(
        _ type: Content.Type, _ connection: Connection, _ counted: inout RowProgress
    ) throws -> [Finding] {
        let columns = Content.table.columns
        let names = columns.map(\.name).joined(separator: ", ")
        var findings: [Finding] = []
        try connection.forEach("SELECT id, \(names) FROM \(Content.kind.table)") { row in
            counted.add(1)
            let recordID = RecordID(kind: Content.kind, number: row[0])
            var content = Content()
            for offset in columns.indices {
                do {
                    try columns[offset].read(&content, row, offset + 1)
                } catch let error as SQLiteError where error.code == .mismatch {
                    let words = row.words(offset + 1)
                    findings.append(
                        Finding(.badValue, "Invalid \(columns[offset].name) of \(recordID): “\(words)”."))
                }
            }
        }
        return findings
    }
}

/// A check that all text outside the history and derived tables is valid UTF-8 without NUL characters, which most
/// programs treat as the end of text.
struct TextCheck: StoreCheck {
    var part: Title { "text" }
    func findings(in connection: Connection) throws -> [Finding] {
        let tables = try StoreTable.all(of: connection).filter { !$0.isDerived && !$0.isHistory && !$0.texts.isEmpty }
        var counted = try RowProgress(of: tables.map(\.name), in: connection, part: part)
        return try tables.flatMap { try findings(in: $0, connection, &counted) }
    }

    private func findings(
        in table: StoreTable, _ connection: Connection, _ counted: inout RowProgress
    ) throws -> [Finding] {
        let columns = (table.key + table.texts).map(\.quotedIdentifier).joined(separator: ", ")
        var findings: [Finding] = []
        try connection.forEach("SELECT \(columns) FROM \(table.name.quotedIdentifier)") { row in
            counted.add(1)
            for (offset, column) in table.texts.enumerated() {
                let index = table.key.count + offset
                guard row.column(index).datatype == .text else { continue }
                let fault = row.withUTF8(index) { Self.fault(of: $0) }
                guard let fault else { continue }
                findings.append(Finding(.badText, "\(table.subject(row)) \(fault) in \(column)."))
            }
        }
        return findings
    }

    private static func fault(of bytes: Span<UInt8>) -> Message? {
        var isPlain = true
        for index in bytes.indices {
            if bytes[index] == 0 { return "contains a NUL character at byte \(index)" }
            if bytes[index] >= 0x80 { isPlain = false }
        }
        if isPlain { return nil }
        let isValid = bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
        return isValid ? nil : "contains invalid UTF-8"
    }
}

/// A check that the stored text of every draft can be read.
struct DraftCheck: StoreCheck {
    var part: Title { "drafts" }

    func findings(in connection: Connection) throws -> [Finding] {
        try Self.unreadable(connection).map {
            Finding(.unreadableDraft, "The draft of \($0.place) cannot be read: “\($0.words)”.")
        }
    }

    /// Removes the drafts whose stored text cannot be read.
    /// - Returns: The place and stored text of each removed draft.
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

/// A check that the stored text of every remote can be read, that each card belongs to an existing or deleted record,
/// and that no remote is ahead of the history.
struct RemoteCheck: StoreCheck {
    var part: Title { "remotes" }

    func findings(in connection: Connection) throws -> [Finding] {
        try connection.all(Self.unknownRecords) { row in
            let record = RecordID(kind: try row[1], number: row[2])
            return Finding(.remoteLink, "The remote \(row[0] as String) has a card for \(record), which never existed.")
        }
            + connection.all(Self.aheadOfHistory) { row in
                Finding(
                    .remoteLink, "The remote \(row[0] as String) refers to changes that are missing from the history.")
            }
            + Self.unreadable(connection).map {
                Finding(.unreadableRemote, "The remote \($0.name) cannot be read: \($0.text).")
            }
    }

    // MARK: - Stored text

    private struct StoredRemote {
        let id: Int64
        let name: String
        let text: String
    }

    /// Removes the remotes whose stored text cannot be read. Their records are kept.
    /// - Returns: The name and stored text of each removed remote.
    static func removeUnreadable(_ connection: Connection) throws -> [String] {
        let remotes = try unreadable(connection)
        for remote in remotes { try connection.run("DELETE FROM remote WHERE id = ?1", binding: remote.id) }
        return remotes.map { "remote: name: \($0.name); \($0.text)" }
    }

    private static func unreadable(_ connection: Connection) throws -> [StoredRemote] {
        try connection.all(
            """
            SELECT id, name, location, password_source, password_location, permitted_origins FROM remote ORDER BY id
            """
        ) { row -> StoredRemote? in
            let (location, source, password, origins): (String, String?, String?, String) = (
                row[2], row[3], row[4], row[5]
            )
            let isFolder = location.hasPrefix("/")
            let isReadable =
                isFolder
                ? source == nil && origins.isEmpty
                : WebURL(location) != nil && origins.split(separator: "\n").allSatisfy { WebURL(String($0)) != nil }
            let hasPassword = !["command", "file"].contains(source) || password?.isEmpty == false
            if isReadable, hasPassword { return nil }
            let values = [
                ("location", location), ("password source", source), ("password location", password),
                ("servers", origins),
            ]
            let text = values.compactMap { name, value in value.map { "\(name) “\($0)”" } }.joined(separator: ", ")
            return StoredRemote(id: row[0], name: row[1], text: text)
        }.compactMap { $0 }
    }

    // MARK: - Cards

    /// Removes links to unknown records, and schedules a comparison of all records for each remote that is ahead of the
    /// history. The next synchronization finds the records of unlinked cards by UID.
    static func repair(_ connection: Connection) throws -> [Message] {
        let names = try connection.all(unknownRecords) { $0[0] as String } + connection.all(aheadOfHistory) { $0[0] }
        try connection.run("DELETE FROM remote_card WHERE \(isUnknown)")
        try connection.execute(
            """
            INSERT OR IGNORE INTO sync_candidate (remote_id, kind, record_id)
            SELECT remote_id, kind, record_id FROM remote_card JOIN remote ON remote.id = remote_id WHERE \(isAhead)
            UNION ALL
            SELECT remote.id, 'person', person.id FROM remote CROSS JOIN person WHERE \(isAhead)
            UNION ALL
            SELECT remote.id, 'group', people_group.id FROM remote CROSS JOIN people_group WHERE \(isAhead);
            UPDATE remote SET last_change = (SELECT ifnull(max(id), 0) FROM change) WHERE \(isAhead);
            """)
        return Set(names).sorted().map { "The next synchronization of \($0) compares all cards." }
    }

    private static let isUnknown = """
        NOT EXISTS (SELECT 1 FROM change WHERE change.kind = remote_card.kind AND change.record_id = remote_card.record_id)
            AND NOT EXISTS (SELECT 1 FROM person WHERE remote_card.kind = 'person' AND id = remote_card.record_id)
            AND NOT EXISTS (SELECT 1 FROM people_group WHERE remote_card.kind = 'group' AND id = remote_card.record_id)
        """

    private static let isAhead = "last_change > (SELECT ifnull(max(id), 0) FROM change)"

    private static let unknownRecords = """
        SELECT name, kind, record_id FROM remote_card JOIN remote ON remote.id = remote_id
        WHERE \(isUnknown)
        ORDER BY name, kind, record_id
        """

    private static let aheadOfHistory = "SELECT name FROM remote WHERE \(isAhead) ORDER BY name"
}
