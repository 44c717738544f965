import Text

extension String {
    /// The form of a group name that is used for comparison. `Straße` and `STRASSE` have the same key.
    var groupKey: String {
        let key = Folding.parts(of: Folding.fold(self)).joined(separator: " ")
        return key.isEmpty ? self : key
    }
}
