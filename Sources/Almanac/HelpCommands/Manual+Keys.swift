import Localization

extension Manual {
    /// The keys of the line editor.
    static let keys: [(name: String, meaning: Title)] = [
        ("Tab, Shift-Tab", "Complete the word; select the next or previous candidate"),
        ("Right, End", "At the end of the line, accept the suggestion"),
        (
            "Up, Down",
            "Recall an older or newer line that begins with the typed text; in a multi-row line, move up or down"
        ),
        ("Ctrl-R, Ctrl-S", "Search the line history backward or forward; Ctrl-G cancels"),
        ("Ctrl-A, Ctrl-E, Alt-<, Alt->", "Move to the start or end of the row, or of the whole line"),
        ("Alt-B, Alt-F, Ctrl-Left, Ctrl-Right", "Move one word back or forward"),
        ("Ctrl-W, Alt-Backspace, Alt-D", "Cut to the previous space, the start of the word, or its end"),
        ("Ctrl-K, Ctrl-U", "Cut the text after or before the cursor"),
        ("Ctrl-Y, Alt-Y", "Paste the last cut text; replace it with the previous cut"),
        ("Alt-U, Alt-L, Alt-C", "Convert the word to uppercase or lowercase, or capitalize it"),
        ("Ctrl-T", "Swap the characters around the cursor"),
        ("Ctrl-_, Alt-/", "Undo or redo an edit of the line (or Ctrl-X Ctrl-U, Ctrl-X Ctrl-R)"),
        ("Alt-Enter", "Start a new row"),
        ("Ctrl-X Ctrl-E", "Edit the line in your editor"),
        ("Ctrl-L", "Clear the screen"),
        ("Ctrl-C", "Discard the line; interrupt a running command"),
        ("Ctrl-D", "On an empty line, quit"),
        ("Ctrl-Z", "Suspend; “fg” resumes"),
    ]
}
