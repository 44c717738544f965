import Interchange
import Model
import Synchronization
import Wording

/// All of a store as our own JSON, to a file and back.
struct ArchiveExchange: Sendable {
    private static let page = 200
    let services: Services

    /// - Returns: How many things were written.
    /// - Throws: `ArchiveProblem.changedMeanwhile`.
    func write(_ form: ArchiveJSONWriter.Form, to target: any ByteTarget) async throws -> Int {
        var writer = ArchiveJSONWriter(form)
        var place: ArchivePlace? = .beginning
        var number = 0
        var moment: Int64?
        while let from = place {
            let page = try await services.archive.items(from: from, limit: Self.page)
            guard page.moment == moment ?? page.moment else { throw ArchiveProblem.changedMeanwhile }
            moment = page.moment
            for item in page.items {
                writer.write(item)
                try target.write(writer.drain())
            }
            try Task.checkCancellation()
            number += page.items.count
            services.configuration.progress(SeedProgress(done: number, total: 0))
            place = page.next
        }
        writer.finish()
        try target.write(writer.drain())
        return number
    }

    /// - Parameter beginning: What of the source was looked at already.
    func restore(_ source: any ByteSource, beginning: [UInt8]) async throws -> Move {
        let reader = ArchiveJSONReader(file: source.name)
        let stream = Mutex(ItemStream<ArchiveLine>(source, beginning: beginning, by: reader))
        let line = Mutex(1)
        let counts: [Kind: Int]
        do {
            counts = try await services.archive.restore {
                guard let next = try stream.withLock({ try $0.next() }) else { return nil }
                line.withLock { $0 = next.number }
                return next.item
            }
        } catch ArchiveProblem.contradiction(let reason) {
            throw ArchiveProblem.unreadable(file: source.name, line: line.withLock { $0 }, reason: reason)
        }
        let list = Kind.allCases.compactMap { count(counts[$0, default: 0], $0) }
        let records: Message = list.isEmpty ? "nothing" : list.joined(separator: ", ")
        let sentence: Message = "Restored \(records) from \(source.name), as they were."
        return .tell(.message("\(sentence) “undo” takes that back."))
    }
}
