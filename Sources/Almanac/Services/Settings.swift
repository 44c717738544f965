import Model

/// What people can set for themselves; kept in the configuration file.
public struct Settings: Hashable, Sendable {
    public enum Color: String, CaseIterable, Hashable, Sendable { case auto, always, never }

    /// Whether screens change with a short animation.
    public var animation = true
    public var color = Color.auto
    /// Rows of a list on one page; nil for what fits the terminal.
    public var pageSize: Int?

    public init() {}

    public static let fields: [EditableField<Settings>] = [
        .value(
            "animation", "Animation", expects: "yes or no", \.animationAnswer,
            read: { ["yes": true, "no": false][$0.lowercased()] }, write: { $0 ? "yes" : "no" }),
        .choice("color", "Colour", \.color),
        .value(
            "pageSize", "Rows on a page", expects: "a number from 5 to 1000, or nothing for what fits", \.pageSize,
            read: { Int($0).flatMap { (5...1000).contains($0) ? $0 : nil } }, write: { String($0) }),
    ]

    /// Clearing the answer brings the default back.
    private var animationAnswer: Bool? {
        get { animation }
        set { animation = newValue ?? true }
    }
}
