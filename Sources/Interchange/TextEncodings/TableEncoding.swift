/// An explicitly specified encoding of a table. By default, the encoding is detected.
public enum TableEncoding: String, CaseIterable, Hashable, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case windows1252 = "windows-1252"
    case macRoman = "mac-roman"

    /// The encoding of the records, or `nil` if they are in UTF-8 after the file was decoded.
    var charset: Charset? {
        switch self {
        case .utf8, .utf16: nil
        case .windows1252: .windows1252
        case .macRoman: .macRoman
        }
    }
}
