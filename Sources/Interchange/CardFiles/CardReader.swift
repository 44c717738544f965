import Model

/// Reads a file of cards, of whatever version, as its bytes come: `feed`, then `next` until it gives nil, and so on;
/// after `finish` nil is the end. One bad card never stops the rest.
///
/// vCard 2.1, 3.0 and 4.0, also mixed, and jCard are told apart by their bytes. Memory holds one card at a time, and no
/// more of a line than 32 MB.
public struct CardReader: ItemReader {
    private let file: String
    /// The first bytes, until there are enough to tell what they are.
    private var start: [UInt8]? = []
    private var utf16: UTF16Decoder?
    private var problem: SourceProblem?
    private var cards: VCardSplitter
    private var json: JCardSplitter?
    private var heads = LineHeads(isKept: true)

    /// - Parameter file: As its owner knows it: it stands in every place.
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

    /// There are no more bytes.
    public mutating func finish() {
        recognise()
        cards.finish()
        json?.finish()
    }

    /// The next card, or nil: before `finish` if more bytes are needed, after it at the end.
    ///
    /// - Throws: If this is no file of cards at all.
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
