import Display

/// What is said of a plot beside its marks.
extension Plot {
    /// `2,087 drawn · 4,439 left out: 4,439 without a measured mass`
    func counts(_ charset: Charset) -> String {
        let drawn = "\(FigureText.of(count)) drawn"
        guard !omissions.isEmpty else { return drawn }
        let reasons = omissions.map { "\(FigureText.of($0.count)) \($0.reason)" }
        return ([drawn + ", left out:"] + [reasons.joined(separator: ", ")]).joined(separator: " ")
    }
}

extension Axis {
    /// `Mass (M⊕, logarithmic)`
    func words(_ charset: Charset) -> String {
        let notes = [charset.unit(unit), scale == .logarithmic ? "logarithmic" : ""].filter { !$0.isEmpty }
        return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
    }

    /// Figures along the axis; years are not grouped like amounts.
    func label(_ tick: Double, _ charset: Charset) -> String { FigureText.of(tick, charset) }
}
