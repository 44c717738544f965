import Display

/// What is said of a plot beside its marks.
extension Plot {
    /// `2,087 drawn, left out: 4,439 computed or a limit`
    var counts: String {
        let drawn = "\(NumberText.of(count)) drawn"
        let reasons = omissions.map { "\(NumberText.of($0.count)) \($0.reason)" }.joined(separator: ", ")
        return reasons.isEmpty ? drawn : "\(drawn), left out: \(reasons)"
    }
}

extension Axis {
    /// `Mass (M⊕, logarithmic)`
    func words(_ charset: SymbolSet) -> String {
        let notes = [charset.unit(unit), scale == .logarithmic ? "logarithmic" : ""].filter { !$0.isEmpty }
        return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
    }

    /// A figure that stands along the axis.
    func label(_ tick: Double, _ charset: SymbolSet) -> String { NumberText.of(tick, charset) }
}
