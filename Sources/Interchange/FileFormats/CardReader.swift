import Text

/// A reader of vCard files (2.1, 3.0, and 4.0, even mixed) and of jCard, JSContact, and LDIF files. It keeps only one
/// card in memory.
public struct CardReader: ItemReader {
    private let file: String
    private var text = IncrementalTextDecoder()
    /// The bytes decoded so far, or `nil` once the format is known.
    private var start: [UInt8]? = []
    private var problem: SourceProblem?
    private var cards: VCardSplitter
    /// The splitter of a format other than vCard.
    private var other: (any CardSplitter)?
    private var heads = LineHeadCache(isKept: true)

    public init(file: String) {
        self.file = file
        cards = VCardSplitter(file: file)
    }

    public mutating func feed(_ chunk: some Collection<UInt8>) { append(text.decode(chunk)) }

    public mutating func finish() {
        append(text.finish())
        detectFormat()
        cards.finish()
        other?.finish()
    }

    /// Returns the next item, or `nil` if more bytes are needed.
    ///
    /// - Throws: `SourceProblem` if the file does not contain cards.
    public mutating func next() throws(SourceProblem) -> CardItem? {
        if let problem { throw problem }
        if other != nil {
            let file = file
            return other?.next(file: file)
        }
        return switch try cards.next() {
        case .card(let lines, let place): item(lines, place)
        case .unfinishedCard(let lines, let place): .card(unfinished(lines, place))
        case .rejected(let card): .rejected(card)
        case nil: nil
        }
    }

    /// Returns the card, or rejects it if it contains other text but no known property.
    private mutating func item(_ lines: UnfoldedCard, _ place: SourceLocation) -> CardItem {
        let reader = PersonReader(of: lines, &heads)
        guard reader.parsed.hasProperties else {
            let text = SourceText(Array(lines.entries.map { lines.bytes[$0.range] }.joined(separator: [.lineFeed])))
            return .rejected(RejectedItem(at: place, because: ParsedCard.problemWithoutProperties, text))
        }
        return .card(reader.card(lines: lines.lines, at: place))
    }

    private mutating func unfinished(_ lines: UnfoldedCard, _ place: SourceLocation) -> ContactCard {
        var card = PersonReader.card(of: lines, at: place, &heads)
        let last = lines.entries.last?.line
        card.warnings.append(CardWarning(line: last, "The file ends within this card. END:VCARD was added."))
        return card
    }

    private mutating func detectFormat() {
        guard let start else { return }
        self.start = nil
        switch CardFileKind(start) {
        case .vCard, .unknown: break
        case .jCard: other = JSONCardSplitter(.jCard)
        case .jsContact: other = JSONCardSplitter(.jsContact)
        case .ldif: other = LDIFSplitter()
        case .other(let what): problem = .notVCard(file: file, format: what)
        case .archive(let what): problem = .archive(file: file, format: what)
        }
        append(start)
    }

    private mutating func append(_ bytes: [UInt8]) {
        if let start {
            self.start = start + bytes
            if start.count + bytes.count >= CardFileKind.neededBytes { detectFormat() }
        } else if other != nil {
            other?.feed(bytes)
        } else if problem == nil {
            cards.feed(bytes)
        }
    }
}
