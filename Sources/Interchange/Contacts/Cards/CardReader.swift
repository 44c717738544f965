import Model

/// Reads a file of cards, of whatever version, as its bytes come: `feed`, then `next` until it gives nil, and so on; after
/// `finish` nil is the end. One bad card never stops the rest.
///
/// Memory holds one card at a time, and no more of a line than 32 MB.
public struct CardReader: Sendable {
    private let file: String
    private var isRecognised = false
    private var cards: VCardSplitter

    /// - Parameter file: As its owner knows it: it stands in every place.
    public init(file: String) {
        self.file = file
        cards = VCardSplitter(file: file)
    }

    public mutating func feed(_ chunk: some Collection<UInt8>) {
        cards.feed(chunk)
    }

    /// There are no more bytes.
    public mutating func finish() {
        cards.finish()
    }

    /// The next card, or nil: before `finish` if more bytes are needed, after it at the end.
    ///
    /// - Throws: If this is no file of cards at all.
    public mutating func next() throws(CardFileProblem) -> CardItem? {
        switch try cards.next() {
        case .card(let lines, let place): .card(PersonReader.card(of: lines, at: place))
        case .rejected(let card): .rejected(card)
        case nil: nil
        }
    }
}

extension ContactCard {
    /// What the lines of a card say: those that `Person.card` keeps, or any.
    public init(lines: [String]) {
        self = PersonReader.card(of: CardBytes(lines: lines), at: nil)
    }
}
