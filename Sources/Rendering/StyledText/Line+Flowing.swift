extension Line {
    /// Short pieces one behind the other, in as few lines as they need.
    static func flowing(_ pieces: [Line], in width: Int) -> [Line] {
        let gap = Line.space(3)
        var lines: [Line] = []
        for piece in pieces {
            if let last = lines.last, last.width + gap.width + piece.width <= width {
                lines[lines.count - 1] = last + gap + piece
            } else {
                lines.append(piece)
            }
        }
        return lines.flatMap { $0.wrapped(to: width) }
    }
}
