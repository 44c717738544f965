import Model
import SQLite

extension HistoryStore {
    public func trash(after: Address?, limit: Int) async throws -> HistoryPage<Remains> {
        try await database.reading { connection in
            let trash = Trash(connection)
            let deletions = try trash.deletions(after: after, limit: limit + 1)
            return HistoryPage(
                try deletions.prefix(limit).map { deletion in
                    Remains(
                        record: try Tables.pastReference(to: deletion.address, in: connection),
                        deletion: try StepReader(connection).step(deletion.step))
                }, hasMore: deletions.count > limit)
        }
    }

    public func restore(_ addresses: [Address]) async throws {
        let deed = Deed.current ?? Deed("restore " + addresses.map(\.description).joined(separator: " "), by: nil)
        try await database.writing(foreignKeys: .off) { connection in
            let present = PresentStep(deed, at: clock.now)
            try connection.recording(present) {
                let deletions = try addresses.map { try Trash(connection).deletion(of: $0) }
                let restoration = Restoration(on: connection)
                for deletion in deletions { try restoration.bringBack(deletion) }
                for deletion in deletions { try restoration.tie(deletion) }
            }
        }
    }

    public func purge(_ addresses: [Address]) async throws {
        let deed = Deed.current ?? Deed("purge " + addresses.map(\.description).joined(separator: " "), by: nil)
        _ = try await database.writing { connection in
            for address in addresses { _ = try Trash(connection).deletion(of: address) }
            let present = PresentStep(.purge, of: deed, at: clock.now)
            try connection.recording(present) {
                for address in addresses { try Trash(connection).wipe(address) }
                _ = try present.become(on: connection)
            }
        }
    }
}
