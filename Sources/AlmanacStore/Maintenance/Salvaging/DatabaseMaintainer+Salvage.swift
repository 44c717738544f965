import FileIO
import Model
import SQLite

extension DatabaseMaintainer {
    @concurrent
    public func salvage(_ path: String, to target: String, in context: CommandContext) async throws -> SalvageReport {
        try await cancellable { handle in
            try StoreProblem.explained(at: path) {
                let damaged = StoreLocation(path)
                let place = StoreLocation(target)
                try damaged.refuseUnsafePlace()
                guard let entry = try FileSystem.entry(path) else { throw StoreProblem.missing(path: path) }
                guard entry.bytes > 0 else { throw StoreProblem.empty(path: path) }
                for existing in [target, place.photos] where try FileSystem.entry(existing) != nil {
                    throw StoreProblem.fileExists(path: existing)
                }
                return try Salvage(damaged, to: place, migrator: migrator, cards: cards, in: context, handle: handle)
                    .run()
            }
        }
    }
}
