import Text

/// Elements of XML 1.0, in which all text is only text.
enum XML {
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
    ) -> String {
        element(name, attributes, [escape(text)])
    }

    /// - Parameter content: Elements; of several each stands on a line.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: [String] = []
    ) -> String {
        let head = attributes.reduce(name) { $0 + " \($1.key)=\"\(escape($1.value))\"" }
        if content.isEmpty { return "<\(head)/>" }
        return "<\(head)>\(content.count > 1 ? "\n" : "")\(content.joined(separator: "\n"))</\(name)>"
    }

    /// Letters, figures, blanks and stops of ASCII.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "#"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: false
        }
    }

    /// What may stand in an element or an attribute: no character that XML forbids passes the gate.
    static func escape(_ text: String) -> String {
        // Coordinates are most of a picture, and are as they should be.
        if text.utf8.allSatisfy(isPlain) { return text }
        return VisibleText.line(text).unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
