extension Page {
    /// The page as one audience sees it. For programs a page with a record is that record alone.
    public func shown(to audience: Field.Audience) -> Page {
        var page = self
        if audience == .programs, let blocks = blocksForPrograms {
            page.blocks = blocks
        } else if audience == .programs, let record = blocks.first(where: \.isRecord) {
            page.blocks = [record]
        }
        page.blocks = page.blocks.map { $0.shown(to: audience) }
        return page
    }
}

extension Block {
    fileprivate var isRecord: Bool { if case .record = self { true } else { false } }

    fileprivate func shown(to audience: Field.Audience) -> Block {
        switch self {
        case .record(let fields): .record(fields.filter { $0.audience == audience || $0.audience == .everybody })
        case .table, .prose, .message, .verbatim, .comparison, .picture, .strip: self
        }
    }
}
