import Rendering

/// What the app knows of the lines that are typed at a prompt; without it a line is any text.
public struct LineEditorHooks: Sendable {
    /// What could stand at the cursor, for Tab.
    public var completer: Completer?
    /// How a line is coloured while it is typed.
    public var highlighter: Highlighter?
    /// Whether Enter ends the line, or goes on in the next row.
    public var isWhole: @Sendable (String) -> Bool
    /// Takes the line to an editor and brings it back, for Ctrl-X Ctrl-E; nil if it is to stay as it is.
    public var editor: (@Sendable (String) async -> String?)?

    public init(
        completer: Completer? = nil, highlighter: Highlighter? = nil,
        isWhole: @escaping @Sendable (String) -> Bool = { _ in true },
        editor: (@Sendable (String) async -> String?)? = nil
    ) {
        self.completer = completer
        self.highlighter = highlighter
        self.isWhole = isWhole
        self.editor = editor
    }
}

/// The parts of a line that stand out, as ranges of grapheme clusters.
public typealias Highlighter = @Sendable (_ line: String) -> [(range: Range<Int>, style: Style)]

/// What somebody wants to see while typing; each can be switched off.
public struct LineEditorOptions: Hashable, Sendable {
    /// Dim text behind the cursor: an older line that begins so.
    public var showsSuggestions = true
    /// The candidates of a completion below the line.
    public var showsMenu = true

    public init(showsSuggestions: Bool = true, showsMenu: Bool = true) {
        self.showsSuggestions = showsSuggestions
        self.showsMenu = showsMenu
    }
}
