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

    @discardableResult
    public func restore(_ addresses: [RecordID], in context: CommandContext) async throws -> [RecordReference] {
        try await database.writing(foreignKeys: .off, isKept: { _ in !context.isDryRun }) { connection in
            let step = ActiveStep(context, at: clock.now)
            try connection.recording(step, database.cards, collectingIn: context.dryRun) {
                let deletions = try Trash(connection).deletions(of: addresses)
                var restoration = Restoration(on: connection)
                for deletion in deletions { try restoration.bringBack(deletion) }
                for deletion in deletions { try restoration.tie(deletion) }
            }
            return try Tables.references(to: addresses, in: connection)
        }
    }

    @discardableResult
    public func purge(_ addresses: [RecordID], in context: CommandContext) async throws -> Set<BlobID> {
        try await database.writing(isKept: { _ in !context.isDryRun }) { connection in
            let trash = Trash(connection)
            let deletions = try trash.deletions(of: addresses)
            if let dryRun = context.dryRun {
                dryRun.add(try trash.remains(of: deletions).map(RecordChange.init(purging:)))
                return []
            }
            let present = ActiveStep(.purge, of: context, at: clock.now)
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

extension RecordChange {
    fileprivate init(purging deleted: DeletedRecord) {
        self.init(record: deleted.record, action: .purged, fields: [])
    }
}
