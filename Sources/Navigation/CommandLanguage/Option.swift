import Localization

/// A word that begins with `--`, as help and completion know it.
public struct Option: Hashable, Sendable {
    /// With its dashes.
    public let name: String
    /// What the value behind it is called; nil for an option without one.
    public let value: String?
    /// What that value is.
    public let kind: ValueKind
    public let summary: Message

    public init(_ name: String, _ value: String? = nil, _ summary: Message, takes kind: ValueKind = .text) {
        self.name = name
        self.value = value
        self.kind = kind
        self.summary = summary
    }

    public static let yes = Option("--yes", nil, "do not ask")
    public static let dryRun = Option("--dry-run", nil, "change nothing, only tell what it would change")

    package var usage: String { value.map { "\(name) \($0)" } ?? name }
}
