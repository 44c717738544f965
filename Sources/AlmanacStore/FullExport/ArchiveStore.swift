import Model
import SQLite

/// A data source for full exports. It reads pages in primary-key order and restores everything in one transaction.
public struct ArchiveStore: ArchiveDataSource {
    let database: StoreDatabase
    let blobs: PersistentDataStore
    let clock: StoreClock

    public func items(from place: ArchivePosition, limit: Int) async throws -> ArchivePage {
        try await database.reading { [blobs] connection in
            let reader = ArchiveReader(connection: connection, blobs: blobs, limit: limit)
            let found = try reader.items(of: place.section, after: place.last)
            let next =
                found.count == reader.limit(of: place.section)
                ? found.last.map { ArchivePosition(place.section, after: $0.number) } : nil
            let moment: Int64? = try connection.first("SELECT id FROM change ORDER BY id DESC LIMIT 1") { $0[0] }
            return ArchivePage(
                found.compactMap(\.item), lost: found.compactMap(\.lost),
                next: next ?? place.section.next.map { ArchivePosition($0) },
                moment: moment ?? 0)
        }
    }

    public func restore(
        in context: CommandContext, _ next: @escaping @Sendable () throws -> ArchiveItem?
    ) async throws -> [Kind: Int] {
        try await database.recording(in: context, at: clock) { [blobs] connection in
            var writer = ArchiveWriter(connection: connection, blobs: blobs, isDryRun: context.isDryRun)
            try writer.begin()
            while let item = try next() { try writer.write(item) }
            return try writer.end()
        }
    }
}

extension ArchivePosition.Section {
    fileprivate var next: ArchivePosition.Section? { ArchivePosition.Section(rawValue: rawValue + 1) }
}
