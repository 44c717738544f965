import Text

extension String {
    /// The form by which group names are compared; `Straße` equals `STRASSE`.
    var groupKey: String {
        let key = Folding.parts(of: Folding.fold(self)).joined(separator: " ")
        return key.isEmpty ? self : key
    }
}
