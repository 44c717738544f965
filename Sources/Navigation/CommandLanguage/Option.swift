import Localization

/// A word that begins with `--`.
public struct Option: Hashable, Sendable {
    /// With its dashes.
    public let name: String
    /// What the value behind it is called; nil for an option without one.
    public let value: String?
    /// What that value is.
    public let sort: Parameter.Sort
    public let summary: Message

    public init(_ name: String, _ value: String? = nil, _ summary: Message, takes sort: Parameter.Sort = .text) {
        self.name = name
        self.value = value
        self.sort = sort
        self.summary = summary
    }

    package static let limit = Option("--limit", "N", "at most N rows")
    package static let at = Option(
        "--at", "DATE", "as it was then: at the end of a day, or at a time as 2026-11-20T18:00")
    package static let sources = Option("--sources", nil, "where each value is from, and who has changed it")
    package static let explain = Option(
        "--explain", nil, "the statement that would look for the rows, and its query plan")
    package static let svg = Option("--svg", "FILE", "the picture as SVG, to a new file", takes: .file)
    package static let yes = Option("--yes", nil, "do not ask")
    package static let dryRun = Option("--dry-run", nil, "change nothing, only tell what it would change")
    package static let editor = Option("--editor", nil, "the whole record as a text, in your editor")
    package static let ifVersion = Option("--if-version", "N", "refuse a record that is no longer version N")

    package static let passphrase = Option(
        "--passphrase-fd", "N", "take the passphrase from descriptor N: never from the command line, which all can see")

    package var usage: String { value.map { "\(name) \($0)" } ?? name }
}
