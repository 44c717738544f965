/// A line of several rows: typed, pasted, or written in an editor.
extension EditorState {
    /// A key behind Ctrl-X.
    mutating func pressBehindPrefix(_ key: Key) -> Outcome {
        isPrefixed = false
        switch key {
        case .control("e"), .text("e"): return .requestsEditor
        case .control("u"), .text("u"): return undo()
        case .control("r"), .text("r"): return redo()
        default: return .refused
        }
    }

    /// A line that is not whole goes on in the next row, until Enter is pressed on an empty one.
    mutating func enter() -> Outcome {
        guard !buffer.text.hasSuffix("\n"), !isWhole(buffer.text) else { return .submitted(buffer.text) }
        return edit {
            $0.move(to: $0.characters.count)
            $0.insert("\n")
        }
    }

    /// Lines that were pasted together stay one line until someone presses Enter; the last line end is dropped.
    static func line(ofPasted text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        return (lines.last == "" ? lines.dropLast() : lines).joined(separator: "\n")
    }

    /// What came back from elsewhere in its place.
    mutating func replaceText(with text: String) {
        let before = buffer
        buffer = EditBuffer(Self.line(ofPasted: text))
        remember(before, .unknown)
    }
}
