import Model

/// How a list is looked at: its order, whether it leaves anything out, and which page is on screen.
public struct ListState<Content: Recordable>: Hashable, Codable, Sendable, PagedState {
    public var order = RecordOrder<Content>.standard
    public var isDescending = RecordOrder<Content>.standardIsDescending
    public var isWhole = false
    /// Only those of another record: the members of a group, what was noted of a person.
    public var owner: RecordID?
    /// Only persons who are in no group.
    public var isUngrouped = false
    /// Only what matches these words; empty for everything.
    public var narrowing = ""
    /// Only what it lets through.
    public var filter: Filter?
    /// Nil for the usual ones.
    public var columns: ListColumns?
    public var start = PageCursor<RecordID>.beginning
    /// How many rows are wanted at most; nil for as many as there are, a page at a time.
    public var limit: Int?

    public init() {}

    /// As it stands behind the name of the list in an address, `?by=-birthday&of=group-3&after=7`; empty for the usual
    /// look.
    public var suffix: String {
        var words: [String] = []
        if order != .standard || isDescending != RecordOrder<Content>.standardIsDescending {
            words.append("by=" + (isDescending ? "-" : "") + order.rawValue)
        }
        if isWhole { words.append("all") }
        if isUngrouped { words.append("ungrouped") }
        if let owner { words.append("of=\(owner.kind.rawValue)-\(owner.number)") }
        if !narrowing.isEmpty { words.append("text=" + Query.escape(narrowing)) }
        if let filter { words.append("where=" + Query.escape(filter.text)) }
        if let columns { words.append("columns=" + Query.escape(columns.text)) }
        if let limit { words.append("limit=\(limit)") }
        if let page = start.word({ String($0.number) }) { words.append(page) }
        return words.isEmpty ? "" : "?" + words.joined(separator: "&")
    }

    init?(suffix: some StringProtocol, of kind: Kind) {
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&") {
            let name = String(word.prefix { $0 != "=" })
            let value = word.contains("=") ? String(word.dropFirst(name.count + 1)) : nil
            switch (name, value) {
            case ("by", let text?):
                guard let sorting = ListSorting<Content>(text) else { return nil }
                (order, isDescending) = (sorting.order, sorting.isDescending)
            case ("all", nil): isWhole = true
            case ("ungrouped", nil) where kind == .person: isUngrouped = true
            case ("of", let owner?):
                guard let address = RecordID(owner: owner), kind.owners.contains(address.kind) else { return nil }
                self.owner = address
            case ("text", let text?):
                narrowing = Query.unescape(text[...])
                guard !narrowing.isEmpty else { return nil }
            case ("where", let text?):
                guard let filter = try? Filter(Query.unescape(text[...]), of: kind) else { return nil }
                self.filter = filter
            case ("columns", let text?):
                guard let columns = try? ListColumns(Query.unescape(text[...]), of: kind) else { return nil }
                self.columns = columns
            case ("limit", let text?):
                guard let limit = Int(counting: text) else { return nil }
                self.limit = limit
            default:
                guard let page = PageCursor(word: word, read: { RecordID("\(kind.plural)/\($0)") }) else { return nil }
                start = page
            }
        }
    }

    /// The page that is looked at.
    ///
    /// - Parameters:
    ///   - fixed: What the list is made of, wherever it is not said here.
    ///   - pageSize: How many rows, unless that is said here.
    package func listing(of fixed: ListScope, pageSize: Int) -> Listing<Content> {
        var listing = Listing(
            scope(unless: fixed), by: order, isDescending: isDescending, limit: limit ?? pageSize,
            matching: narrowing, where: filter)
        switch start {
        case .beginning: break
        case .after(let address): listing.after = address
        case .before(let address): listing.before = address
        }
        return listing
    }

    package func scope(unless fixed: ListScope) -> ListScope {
        guard fixed == .usual else { return fixed }
        if isUngrouped { return .ungrouped }
        return owner.map { .of($0) } ?? (isWhole ? .all : .usual)
    }

    /// The same in another order, from the first row on.
    package func sorted(by sorting: ListSorting<Content>) -> ListState {
        var sorted = starting(.beginning)
        (sorted.order, sorted.isDescending) = (sorting.order, sorting.isDescending)
        return sorted
    }
}

/// The order of a list, written as `birthday` or `-birthday`.
package struct ListSorting<Content: Recordable>: Hashable, Sendable {
    package let order: RecordOrder<Content>
    package let isDescending: Bool

    /// Nil for an order that the list does not have.
    package init?(_ text: String) {
        isDescending = text.hasPrefix("-")
        guard let order = RecordOrder<Content>(named: isDescending ? String(text.dropFirst()) : text) else {
            return nil
        }
        self.order = order
    }

    package var text: String { (isDescending ? "-" : "") + order.rawValue }
}

extension Kind {
    /// The kinds of record that have lists of this kind.
    package var owners: [Kind] {
        switch self {
        case .person: [.group, .planet]
        case .group: [.person]
        case .planet: [.planet, .group]
        case .note: [.person, .group, .planet]
        }
    }
}

extension RecordID {
    /// As it stands within an address: `group-3`.
    fileprivate init?(owner text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        self.init("\(kind.plural)/\(parts[1])")
    }
}
