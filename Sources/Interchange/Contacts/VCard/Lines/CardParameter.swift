/// One value of a parameter; `TYPE=home,work` is two, and the bare `HOME` of vCard 2.1 is a `TYPE`.
struct CardParameter: Hashable {
    /// In upper case.
    var name: String
    /// Without quotes, RFC 6868's escapes undone.
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
