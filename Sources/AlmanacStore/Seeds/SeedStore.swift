import Interchange
import Model
import SQLite

/// The seed sets that can be planted in a store, and those that are.
public struct SeedStore: SeedDataSource {
    let database: Database
    let clock: StoreClock

    public func sets() async throws -> [SeedSet] {
        let planted = try await database.reading { connection in
            Set(try connection.all("SELECT DISTINCT seed_set FROM planted") { $0[0] as String })
        }
        return try EmbeddedSeeds.names.map { name in
            let contents = try Self.contents(of: .named(name))
            return SeedSet(
                name: name, title: contents.title, summary: contents.summary, license: contents.license,
                source: contents.source, counts: contents.counts, isPlanted: planted.contains(name))
        }
    }

    public func plant(
        _ source: SeedSource, isDryRun: Bool, progress: @escaping @Sendable (SeedProgress) -> Void
    ) async throws -> SeedReport {
        let contents = try Self.contents(of: source)
        do {
            return try await database.recording(clock) { connection in
                var planting = Planting(of: contents, in: connection, progress: progress)
                let report = try planting.run()
                if isDryRun { throw DryRun(report: report) }
                return report
            }
        } catch let dryRun as DryRun {
            return dryRun.report
        }
    }

    private static func contents(of source: SeedSource) throws -> SeedContents {
        switch source {
        case .named(let name):
            guard EmbeddedSeeds.names.contains(name) else {
                throw SeedProblem.unknownSet(name, known: EmbeddedSeeds.names)
            }
            return try SeedContents(EmbeddedSeeds.files(of: name), at: name)
        case .folder(let path):
            return try SeedContents(SeedFolder.files(at: path), at: path)
        }
    }
}

/// Undoes everything and brings out what it would have been.
private struct DryRun: Error {
    let report: SeedReport
}
