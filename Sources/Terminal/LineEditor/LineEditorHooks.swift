import Rendering

/// The app’s hooks for editing command lines.
public struct LineEditorHooks: Sendable {
    /// Returns the candidates for Tab.
    public var completer: Completer?
    public var highlighter: Highlighter?
    /// Whether Enter submits the line; otherwise it starts a new row.
    public var isComplete: @Sendable (String) -> Bool
    /// Opens the line in an external editor; returns `nil` to keep it.
    public var editor: (@Sendable (String) async -> String?)?

    public init(
        completer: Completer? = nil, highlighter: Highlighter? = nil,
        isComplete: @escaping @Sendable (String) -> Bool = { _ in true },
        editor: (@Sendable (String) async -> String?)? = nil
    ) {
        self.completer = completer
        self.highlighter = highlighter
        self.isComplete = isComplete
        self.editor = editor
    }
}

/// A function that returns the styled parts of a line, as ranges of grapheme clusters.
public typealias Highlighter = @Sendable (_ line: String) -> [(range: Range<Int>, style: Style)]

/// Optional features of the line editor.
public struct LineEditorOptions: Hashable, Sendable {
    /// Whether the rest of a matching older line is shown in dim text.
    public var showsSuggestions = true
    /// Whether completion candidates are shown below the line.
    public var showsMenu = true

    public init(showsSuggestions: Bool = true, showsMenu: Bool = true) {
        self.showsSuggestions = showsSuggestions
        self.showsMenu = showsMenu
    }
}
