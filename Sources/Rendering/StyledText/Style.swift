/// The few ways text can stand out, named by what they mean; every one also differs in words or signs.
public enum Style: CaseIterable, Hashable, Sendable {
    case title, address, label, heading, strong, emphasis, code, dim, favorite, good, warning, prompt

    /// The parameters of the terminal's “select graphic rendition” sequence (ECMA-48, 8.3.117).
    var parameters: String {
        switch self {
        case .title, .strong: "1"
        case .heading: "1;4"
        case .address, .label, .dim: "2"
        case .emphasis: "3"
        case .code: "36"
        case .favorite, .warning: "33"
        case .good: "32"
        case .prompt: "1;34"
        }
    }
}
