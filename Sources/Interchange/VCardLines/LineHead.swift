/// What stands before the value of a property: group, name and parameters, and what they mean.
///
/// The lines of a file have few different heads, so each is read once and shared.
final class LineHead: Sendable {
    /// As written; empty for none.
    let group: String
    /// In upper case.
    let name: String
    let parameters: [CardParameter]
    /// Nil for a line that means nothing to the lines around it.
    let role: Role?
    /// Nil for what is kept and not understood.
    let meaning: PropertyMeaning?
    /// 1 to 100, as RFC 6350 section 5.3 has it; 101 for none.
    let preference: Int
    let isQuotedPrintable: Bool
    let isBase64: Bool
    let charset: String?
    /// What its types say, if a label says it.
    let label: String

    /// What a line means to those around it.
    enum Role: String {
        case begin = "BEGIN"
        case end = "END"
        case agent = "AGENT"
        case label = "X-ABLABEL"
    }

    init(group: String, name: String, parameters: [CardParameter]) {
        self.group = group
        self.name = name
        self.parameters = parameters
        role = Role(rawValue: name)
        meaning = PropertyMeaning(name)
        preference = Self.preference(parameters)
        let encoding = parameters.first { $0.name == "ENCODING" }?.value ?? ""
        isQuotedPrintable = encoding.isWord("QUOTED-PRINTABLE")
        isBase64 = encoding.isWord("B") || encoding.isWord("BASE64")
        charset = parameters.first { $0.name == "CHARSET" }?.value
        let own = parameters.first { $0.name == CardParameter.androidLabel }?.value
        label = own ?? LabelKind(meaning).label(of: parameters)
    }

    private static func preference(_ parameters: [CardParameter]) -> Int {
        for parameter in parameters {
            if parameter.name == "PREF" { return Int(parameter.value).map { min(max($0, 1), 100) } ?? 1 }
            if parameter.name == "TYPE", parameter.value.isWord("PREF") { return 1 }
        }
        return 101
    }
}
