/// A value of a parameter. `TYPE=home,work` has two; the bare `HOME` of vCard 2.1 is a `TYPE`.
struct CardParameter: Hashable {
    /// The name in uppercase.
    var name: String
    /// The value without quotes and escapes (RFC 6868).
    var value: String

    /// The start of a custom label of Android; the label in quoted-printable and a parenthesis follow.
    static let androidLabel = "X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,"

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
