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
        element(name, Array(attributes), content)
    }

    static func element(_ name: String, _ attributes: [(key: String, value: String)], _ content: [String]) -> String {
        let head = attributes.reduce(name) { $0 + " \($1.key)=\"\(escape($1.value))\"" }
        if content.isEmpty { return "<\(head)/>" }
        return "<\(head)>\(content.count > 1 ? "\n" : "")\(content.joined(separator: "\n"))</\(name)>"
    }

    /// Escapes text for elements and attributes. Characters that are invalid in XML are replaced with visible text.
    static func escape(_ text: String) -> String {
        // Fast path for coordinates, the largest part of a picture.
        if text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || " -.,#".utf8.contains($0) }) { return text }
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
