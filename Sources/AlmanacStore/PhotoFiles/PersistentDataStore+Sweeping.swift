import FileIO
import Model

extension PersistentDataStore {
    /// The names of all blobs, sorted.
    nonisolated func ids() throws -> [BlobID] {
        try explained {
            try FileSystem.names(in: folder).filter { $0.utf8.count == 2 }.flatMap { prefix in
                try FileSystem.names(in: "\(folder)/\(prefix)").compactMap { BlobID(rawValue: $0) }
            }
        }
    }

    /// Removes what interrupted writers left, and the blobs that are not among these; both only when older than a day,
    /// since a file is written before the row that will name it.
    func sweep(keeping used: Set<BlobID>, clock: StoreClock) throws {
        let now = clock.milliseconds()
        try explained {
            for prefix in try FileSystem.names(in: folder) where prefix.utf8.count == 2 {
                try AtomicFile.sweep("\(folder)/\(prefix)", now: now)
            }
        }
        for id in try ids() where !used.contains(id) {
            try explained {
                guard let entry = try FileSystem.entry(path(id)) else { return }
                if entry.isOlderThanADay(now) { FileSystem.remove(path(id)) }
            }
        }
    }

    nonisolated private func explained<Result>(_ body: () throws -> Result) throws -> Result {
        try StoreProblem.explained(at: folder, body)
    }
}
