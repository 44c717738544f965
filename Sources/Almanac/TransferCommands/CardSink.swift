import Interchange

/// Where cards go that are given out.
protocol CardSink: Sendable {
    /// - Returns: What the format cannot hold.
    mutating func take(_ card: ContactCard) throws -> [CardLoss]
    /// What was taken need not be in memory any longer.
    mutating func flush() throws
    /// No more will come.
    mutating func finish() throws
    /// Leaves nothing of a file that is not finished.
    func discard()
}

/// All in one file, or on the standard output.
struct OneFile: CardSink {
    var writer: any ContactEncoder
    let target: any ByteTarget

    mutating func take(_ card: ContactCard) throws -> [CardLoss] { try writer.write(card) }

    mutating func flush() throws { try target.write(writer.drain()) }

    mutating func finish() throws {
        writer.finish()
        try flush()
        try target.finish()
    }

    func discard() { target.discard() }
}

/// Each in a file of its own, as in the folders (vdir) of khard and vdirsyncer.
struct FileForEach: CardSink {
    let format: ExportFormat
    let folder: any FileFolder
    let isReplacing: Bool

    func take(_ card: ContactCard) throws -> [CardLoss] {
        var writer = format.writer
        let losses = try writer.write(card)
        writer.finish()
        try folder.put(writer.drain(), as: "\(card.fileName).\(format.fileEnding)")
        return losses
    }

    func flush() {}

    func finish() throws { try folder.finish(replacing: isReplacing) }

    func discard() { folder.discard() }
}
