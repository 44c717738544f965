import Model

extension PageCursor {
    /// As it stands within an address, `after=person-7`; nil at the beginning.
    func word(_ spell: (Key) -> String) -> String? {
        switch self {
        case .beginning: nil
        case .after(let key): "after=" + spell(key)
        case .before(let key): "before=" + spell(key)
        }
    }

    init?(word: some StringProtocol, read: (String) -> Key?) {
        let name = word.prefix { $0 != "=" }
        guard let key = read(String(word.dropFirst(name.count + 1))) else { return nil }
        switch name {
        case "after": self = .after(key)
        case "before": self = .before(key)
        default: return nil
        }
    }
}

/// How a list that is read in one order is looked at: which page, and how much of it.
package protocol PagedState {
    associatedtype Key: Hashable & Codable & Sendable
    var start: PageCursor<Key> { get set }
}

extension PagedState {
    package func starting(_ start: PageCursor<Key>) -> Self {
        var moved = self
        moved.start = start
        return moved
    }
}
