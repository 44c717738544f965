import Localization

extension Manual {
    /// What the keys do at the prompt.
    static let keys: [(name: String, meaning: Title)] = [
        ("Tab, Shift-Tab", "complete the word; the next and the one before, where there are several"),
        ("Right, End", "at the end of the line: take what is suggested behind it"),
        ("Up, Down", "an older line that begins so, a newer one; in a line of several rows the row above, below"),
        ("Ctrl-R, Ctrl-S", "search what was typed, back and forth; Ctrl-G leaves the search"),
        ("Ctrl-A, Ctrl-E, Alt-<, Alt->", "to the beginning and the end of the row, of the line"),
        ("Alt-B, Alt-F, Ctrl-Left, Ctrl-Right", "a word back, a word on"),
        (
            "Ctrl-W, Alt-Backspace, Alt-D",
            "kill the word before the cursor to a blank, to its beginning; the word behind it"
        ),
        ("Ctrl-K, Ctrl-U", "kill what is behind the cursor, before it"),
        ("Ctrl-Y, Alt-Y", "yank what was killed; in its place what was killed before that"),
        ("Alt-U, Alt-L, Alt-C", "the word in capitals, in small letters, with a capital"),
        ("Ctrl-T", "swap the letters around the cursor"),
        ("Ctrl-_, Alt-/", "undo, redo; also Ctrl-X Ctrl-U, Ctrl-X Ctrl-R"),
        ("Alt-Enter", "go on in another row"),
        ("Ctrl-X Ctrl-E", "write the line in your editor"),
        ("Ctrl-L", "clear the screen"),
        ("Ctrl-C", "drop the line; while a command runs, stop it"),
        ("Ctrl-D", "on an empty line: leave"),
        ("Ctrl-Z", "back to the shell; “fg” comes back"),
    ]
}
