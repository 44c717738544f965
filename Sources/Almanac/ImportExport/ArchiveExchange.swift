import Interchange
import Localization
import Model
import Navigation
import Synchronization

/// An operation that exports or imports the full database as JSON.
struct ArchiveExchange: Sendable {
    private static let page = 200
    let archive: any ArchiveDataSource
    let progress: @Sendable (SeedProgress) -> Void

    struct ArchiveExportResult {
        var items = 0
        fileprivate(set) var lost: [UnreadablePhoto] = []

        var lossSentence: Message? {
            guard let first = lost.first else { return nil }
            let why = first.problem.explanation.sentencesWithoutOutcome.joined()
            return Message(
                lost.count,
                one: "\(lost.count) photo was not exported: the photo of \(first.owner). \(why)",
                other: "\(lost.count) photos were not exported. The first belongs to \(first.owner). \(why)")
        }
    }

    /// Exports the full database.
    ///
    /// - Throws: `ArchiveProblem.changedDuringExport` if the database was changed during the export.
    func write(_ form: ArchiveJSONWriter.Form, to target: any ByteTarget) async throws -> ArchiveExportResult {
        var writer = ArchiveJSONWriter(form)
        var place: ArchivePosition? = .beginning
        var written = ArchiveExportResult()
        var moment: Int64?
        while let from = place {
            let page = try await archive.items(from: from, limit: Self.page)
            guard page.moment == moment ?? page.moment else { throw ArchiveProblem.changedDuringExport }
            moment = page.moment
            for item in page.items {
                writer.write(item)
                try target.write(writer.drain())
            }
            try Task.checkCancellation()
            written.items += page.items.count
            written.lost += page.lost
            progress(SeedProgress(done: written.items, total: 0))
            place = page.next
        }
        writer.finish()
        try target.write(writer.drain())
        return written
    }

    /// Imports a full export.
    ///
    /// - Parameter beginning: The bytes that were already read from the source.
    func restore(
        _ source: any ByteSource, beginning: [UInt8], in context: CommandContext
    ) async throws -> NavigationAction {
        let reader = ArchiveJSONReader(file: source.name)
        let stream = Mutex(ItemStream<ArchiveLine>(source, beginning: beginning, by: reader))
        let line = Mutex(1)
        let counts: [Kind: Int]
        do {
            counts = try await archive.restore(in: context) {
                guard let next = try stream.withLock({ try $0.next() }) else { return nil }
                line.withLock { $0 = next.number }
                return next.item
            }
        } catch ArchiveProblem.contradiction(let reason) {
            throw ArchiveProblem.unreadable(file: source.name, line: line.withLock { $0 }, reason: reason)
        }
        let list = Kind.allCases.compactMap { count(counts[$0, default: 0], $0) }
        if list.isEmpty { return .tell(.message("Imported \(source.name). It contains no records.")) }
        let records = list.joined(separator: ", ")
        return .tell(.message("Imported \(records) from \(source.name). Use “undo” to reverse this."))
    }
}
