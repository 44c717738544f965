/// One value of a parameter; `TYPE=home,work` is two, and the bare `HOME` of vCard 2.1 is a `TYPE`.
struct CardParameter: Hashable {
    /// In upper case.
    var name: String
    /// Without quotes, RFC 6868's escapes undone.
    var value: String

    /// The label of a telephone or an address as Android's vendors write it: this, then the label in quoted-printable, and
    /// a closing bracket.
    static let androidLabel = "X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,"

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
