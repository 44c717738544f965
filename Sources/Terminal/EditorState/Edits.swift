/// What a line was before each change, and after those that were undone: the way back and the way forward again.
struct Edits: Sendable {
    private var undoable: [EditBuffer] = []
    private var redoable: [EditBuffer] = []

    /// How many letters are kept, in all.
    private static let letters = 1_000_000

    /// What was undone before a new change cannot be done again.
    mutating func add(_ before: EditBuffer) {
        redoable = []
        undoable.append(before)
        let most = max(8, Self.letters / (before.characters.count + 1))
        undoable.removeFirst(max(0, undoable.count - most))
    }

    mutating func undo(from present: EditBuffer) -> EditBuffer? {
        guard let last = undoable.popLast() else { return nil }
        redoable.append(present)
        return last
    }

    mutating func redo(from present: EditBuffer) -> EditBuffer? {
        guard let next = redoable.popLast() else { return nil }
        undoable.append(present)
        return next
    }
}
