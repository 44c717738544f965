import Model
import SQLite

extension HistoryStore {
    public func trash(
        matching text: String, at start: PageCursor<RecordID>, limit: Int
    ) async throws -> ResultPage<DeletedRecord> {
        try await database.reading { connection in
            let trash = Trash(connection)
            let remains = try PrefilteredReading(text).items(
                from: start, limit: limit + 1, key: \.record.address, text: \.record.name
            ) { try trash.remains(of: try trash.deletions(at: $0, limit: $1)) }
            return ResultPage(read: remains, limit: limit, at: start)
        }
    }

    public func remains(of addresses: [RecordID]) async throws -> [DeletedRecord] {
        try await database.reading { connection in
            let trash = Trash(connection)
            return try trash.remains(of: try trash.deletions(of: addresses))
        }
    }

    public func restore(_ addresses: [RecordID]) async throws {
        let deed =
            CommandContext.current
            ?? CommandContext("restore " + addresses.map(\.description).joined(separator: " "), by: nil)
        try await database.writing(foreignKeys: .off) { connection in
            let present = ActiveStep(deed, at: clock.now)
            try connection.recording(present, database.cards) {
                let deletions = try Trash(connection).deletions(of: addresses)
                var restoration = Restoration(on: connection)
                for deletion in deletions { try restoration.bringBack(deletion) }
                for deletion in deletions { try restoration.tie(deletion) }
            }
        }
    }

    @discardableResult
    public func purge(_ addresses: [RecordID]) async throws -> Set<BlobID> {
        let deed =
            CommandContext.current
            ?? CommandContext("purge " + addresses.map(\.description).joined(separator: " "), by: nil)
        return try await database.writing { connection in
            let trash = Trash(connection)
            _ = try trash.deletions(of: addresses)
            let present = ActiveStep(.purge, of: deed, at: clock.now)
            let photos = try trash.photos(of: addresses)
            try connection.recording(present, database.cards) {
                try trash.wipe(addresses)
                _ = try present.become(on: connection)
            }
            try SearchIndex(connection, database.cards).removeDeleted()
            return photos
        }
    }
}
