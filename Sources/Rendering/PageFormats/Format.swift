import Display

/// The ways in which one page can be shown.
public enum Format: String, CaseIterable, Hashable, Sendable {
    /// For people: aligned columns, a record as a card.
    case table
    /// For people, one fact on a line.
    case vertical
    /// Tab-separated, a record on each line.
    case plain
    case json
    /// A JSON object on each line.
    case ndjson
    /// RFC 4180.
    case csv
    case markdown

    /// What is shown if nobody asks for a format.
    public static func automatic(_ traits: TerminalTraits) -> Format {
        if !traits.isOutputTTY { return .plain }
        return traits.isPlain ? .vertical : .table
    }

    /// Whether a program or a person reads it.
    public var audience: Field.Audience {
        switch self {
        case .table, .vertical, .markdown: .people
        case .plain, .json, .ndjson, .csv: .programs
        }
    }
}
