/// A parameter of a property, with one value. `TYPE=home,work` is two parameters. A bare `HOME` in vCard 2.1 is a
/// `TYPE`.
struct CardParameter: Hashable {
    /// The name in uppercase.
    var name: String
    /// The value without quotes and with decoded escapes (RFC 6868).
    var value: String

    /// The start of a custom label of Android. The label in quoted-printable and a closing parenthesis follow.
    static let androidLabel = "X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,"

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
