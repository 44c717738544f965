import Rendering

/// The functions that the app provides to extend the line editor.
public struct LineEditorHooks: Sendable {
    /// A function that returns the completion candidates for Tab.
    public var completer: Completer?
    public var highlighter: Highlighter?
    /// A function that returns whether a line is complete. Enter adds a row to an incomplete line.
    public var isComplete: @Sendable (String) -> Bool
    /// A function that opens a line in an external editor. It returns the new text, or `nil` to keep the line.
    public var editor: (@Sendable (String) async -> String?)?
    /// Whether Up and Down go to the previous or the next line, as between the fields of a form.
    public var hasNeighbors: Bool

    public init(
        completer: Completer? = nil, highlighter: Highlighter? = nil,
        isComplete: @escaping @Sendable (String) -> Bool = { _ in true },
        editor: (@Sendable (String) async -> String?)? = nil, hasNeighbors: Bool = false
    ) {
        self.completer = completer
        self.highlighter = highlighter
        self.isComplete = isComplete
        self.editor = editor
        self.hasNeighbors = hasNeighbors
    }
}

/// A function that returns the styled parts of a line. The ranges are counted in grapheme clusters.
public typealias Highlighter = @Sendable (_ line: String) -> [(range: Range<Int>, style: Style)]

/// The optional features of the line editor.
public struct LineEditorOptions: Hashable, Sendable {
    /// Whether the rest of a matching older line is suggested in dim text.
    public var showsSuggestions = true
    /// Whether completion candidates are shown below the line.
    public var showsMenu = true
}
