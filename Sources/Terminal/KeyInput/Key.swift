/// What was pressed, however the terminal spells it.
public enum Key: Hashable, Sendable {
    case text(String)
    /// Text between the marks of bracketed paste, whatever is in it.
    case paste(String)
    case enter, tab, backTab, backspace, delete, escape
    case up, down, left, right, wordLeft, wordRight, home, end, pageUp, pageDown
    case control(Character)
    case alt(Character)
    /// A sequence nothing is bound to.
    case unknown
}
