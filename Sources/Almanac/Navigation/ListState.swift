import Model

/// How a list is looked at: its order, whether it leaves anything out, and which page is on screen.
public struct ListState<Order: RecordOrder>: Hashable, Codable, Sendable, PagedState {
    public var order = Order.standard
    public var isDescending = Order.standardIsDescending
    public var isWhole = false
    /// Only those of another record: the members of a group, what was noted of a person.
    public var owner: Address?
    /// Only persons who are in no group.
    public var isUngrouped = false
    /// Only what matches these words; empty for everything.
    public var narrowing = ""
    public var start = PageStart<Address>.beginning
    /// How many rows are wanted at most; nil for as many as there are, a page at a time.
    public var limit: Int?

    public init() {}

    /// As it stands behind the name of the list in an address, `?by=-birthday&of=group-3&after=7`; empty for the usual
    /// look.
    public var suffix: String {
        var words: [String] = []
        if order != .standard || isDescending != Order.standardIsDescending {
            words.append("by=" + (isDescending ? "-" : "") + order.rawValue)
        }
        if isWhole { words.append("all") }
        if isUngrouped { words.append("ungrouped") }
        if let owner { words.append("of=\(owner.kind.rawValue)-\(owner.number)") }
        if !narrowing.isEmpty { words.append("text=" + Query.escape(narrowing)) }
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
                guard (try? sort(by: text)) != nil else { return nil }
            case ("all", nil): isWhole = true
            case ("ungrouped", nil) where kind == .person: isUngrouped = true
            case ("of", let owner?):
                guard let address = Address(owner: owner), kind.owners.contains(address.kind) else { return nil }
                self.owner = address
            case ("text", let text?):
                narrowing = Query.unescape(text[...])
                guard !narrowing.isEmpty else { return nil }
            case ("limit", let text?):
                guard let limit = Int(text), limit > 0 else { return nil }
                self.limit = limit
            default:
                guard let page = PageStart(word: word, read: { Address("\(kind.plural)/\($0)") }) else { return nil }
                start = page
            }
        }
    }

    /// Takes `birthday` or `-birthday`.
    mutating func sort(by text: String) throws(CommandProblem) {
        guard let order = Order(rawValue: text.hasPrefix("-") ? String(text.dropFirst()) : text) else {
            throw .notAnOrder(text, known: Order.allCases.map(\.rawValue))
        }
        self.order = order
        isDescending = text.hasPrefix("-")
    }
}

extension Kind {
    /// The kinds of record that have lists of this kind.
    var owners: [Kind] {
        switch self {
        case .person: [.group, .planet]
        case .group: [.person]
        case .planet: [.planet]
        case .note: [.person, .group, .planet]
        }
    }
}

extension Address {
    /// As it stands within an address: `group-3`.
    fileprivate init?(owner text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        self.init("\(kind.plural)/\(parts[1])")
    }
}
