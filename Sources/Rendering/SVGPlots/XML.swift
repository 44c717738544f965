import Text

/// Functions that create XML 1.0 elements.
enum XML {
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
    ) -> String {
        element(name, attributes, [escape(text)])
    }

    /// Returns an XML element.
    ///
    /// - Parameter content: The child elements, or text that is already escaped.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: [String] = []
    ) -> String {
        let head = attributes.reduce(name) { $0 + " \($1.key)=\"\(escape($1.value))\"" }
        if content.isEmpty { return "<\(head)/>" }
        return "<\(head)>\(content.count > 1 ? "\n" : "")\(content.joined(separator: "\n"))</\(name)>"
    }

    /// Returns whether a byte is an ASCII character that need not be escaped.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "#"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: false
        }
    }

    /// Escapes text for elements and attributes. Characters that are invalid in XML are replaced with visible text.
    static func escape(_ text: String) -> String {
        // Fast path for coordinates, the largest part of a picture.
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
