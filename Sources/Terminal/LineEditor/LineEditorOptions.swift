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
