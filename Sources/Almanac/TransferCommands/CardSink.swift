import Interchange

/// A destination for exported cards.
protocol CardSink: Sendable {
    mutating func write(_ card: ContactCard) throws -> WrittenCard
    /// Writes buffered cards.
    mutating func flush() throws
    mutating func finish() throws
    /// Removes unfinished files.
    func discard()
}

/// A sink that writes all cards to one file or to standard output.
struct FileCardSink: CardSink {
    var writer: any ContactEncoder
    let target: any ByteTarget

    mutating func write(_ card: ContactCard) throws -> WrittenCard { try writer.write(card) }

    mutating func flush() throws { try target.write(writer.drain()) }

    mutating func finish() throws {
        writer.finish()
        try flush()
        try target.finish()
    }

    func discard() { target.discard() }
}

/// A sink that writes each card to its own file, as in the vdir folders of khard and vdirsyncer.
struct FolderCardSink: CardSink {
    let format: ExportFormat
    let folder: any FileFolder
    let isReplacing: Bool

    func write(_ card: ContactCard) throws -> WrittenCard {
        var writer = format.writer
        let written = try writer.write(card)
        writer.finish()
        try folder.put(writer.drain(), as: "\(card.fileName).\(format.fileEnding)")
        return written
    }

    func flush() {}

    func finish() throws { try folder.finish(replacing: isReplacing) }

    func discard() { folder.discard() }
}
