import Text

extension String {
    /// By what the name of a group is the name of another: `Straße` and `STRASSE` are one.
    var groupKey: String {
        let key = Folding.parts(of: Folding.fold(self)).joined(separator: " ")
        return key.isEmpty ? self : key
    }
}
