import Model

/// A reader of vCard files (2.1, 3.0, and 4.0, even mixed) and jCard files. It keeps only one card in memory.
public struct CardReader: ItemReader {
    private let file: String
    private var start: [UInt8]? = []
    private var utf16: UTF16Decoder?
    private var problem: SourceProblem?
    private var cards: VCardSplitter
    private var json: JCardSplitter?
    private var heads = LineHeadCache(isKept: true)

    public init(file: String) {
        self.file = file
        cards = VCardSplitter(file: file)
    }

    public mutating func feed(_ chunk: some Collection<UInt8>) {
        guard var start else { return pass(on: chunk) }
        start.append(contentsOf: chunk)
        self.start = start
        if start.count >= CardFileKind.neededBytes { recognise() }
    }

    public mutating func finish() {
        recognise()
        cards.finish()
        json?.finish()
    }

    /// Returns the next item, or `nil` if more bytes are needed.
    ///
    /// - Throws: `SourceProblem` if the file does not contain cards.
    public mutating func next() throws(SourceProblem) -> CardItem? {
        if let problem { throw problem }
        if json != nil { return json?.next(file: file) }
        return switch try cards.next() {
        case .card(let lines, let place): .card(PersonReader.card(of: lines, at: place, &heads))
        case .rejected(let card): .rejected(card)
        case nil: nil
        }
    }

    private mutating func recognise() {
        guard let start else { return }
        self.start = nil
        switch CardFileKind(start) {
        case .vCard, .unknown: break
        case .jCard: json = JCardSplitter()
        case .utf16(let isBigEndian): utf16 = UTF16Decoder(isBigEndian: isBigEndian)
        case .other(let what): problem = .notVCard(file: file, format: what)
        }
        pass(on: start)
    }

    private mutating func pass(on chunk: some Collection<UInt8>) {
        if problem != nil { return }
        if json != nil {
            json?.feed(chunk)
        } else if let decoded = utf16?.decode(chunk) {
            cards.feed(decoded)
        } else {
            cards.feed(chunk)
        }
    }
}
