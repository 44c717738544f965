import Model

/// The places of the history: its steps, one step, and the steps of one record.
public enum HistoryPlace: Place {
    case steps(HistoryState)
    /// What a step has changed, behind a record already seen.
    case step(Step.ID, after: Address?)
    case record(Address, HistoryState)

    public static let standard = HistoryPlace.steps(HistoryState())

    public var name: String {
        switch self {
        case .steps(let state): "history" + state.suffix
        case .step(let id, after: nil): String(id.rawValue)
        case .step(let id, after: let address?): "\(id.rawValue)?after=\(address.word)"
        case .record(let address, let state): address.word + state.suffix
        }
    }

    public func child(_ name: String) -> HistoryPlace? {
        guard case .steps = self else { return nil }
        let head = name.prefix { $0 != "?" }
        let suffix = name.dropFirst(head.count)
        if let address = Address(word: head) {
            return HistoryState(suffix: suffix).map { .record(address, $0) }
        }
        guard let id = Step.ID(head) else { return nil }
        guard !suffix.isEmpty else { return .step(id, after: nil) }
        guard suffix.hasPrefix("?after="), let seen = Address(word: suffix.dropFirst("?after=".count)) else {
            return nil
        }
        return .step(id, after: seen)
    }

    init?(root name: String) {
        guard let state = HistoryState(suffix: name.dropFirst("history".count)) else { return nil }
        self = .steps(state)
    }
}

extension Step.ID {
    /// Reads a number as people type it.
    init?(_ text: some StringProtocol) {
        guard let number = Int64(text), number > 0 else { return nil }
        self.init(rawValue: number)
    }

    /// Where the step is shown.
    var path: Path { Path(.history(.standard), .history(.step(self, after: nil))) }
}

extension Address {
    /// As one word of a longer address: `person-7`.
    var word: String { "\(kind.rawValue)-\(number)" }

    init?(word: some StringProtocol) {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        self.init("\(kind.plural)/\(parts[1])")
    }
}
