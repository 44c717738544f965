/// The name of an XML element with its namespace.
struct XMLName: Hashable, Sendable {
    let namespace: String
    let local: String
}

/// An XML element. Comments and processing instructions are not kept.
struct XMLElement: Hashable, Sendable {
    let name: XMLName
    let attributes: [String: String]
    /// The text of an element without child elements, in UTF-8.
    var text: [UInt8] = []
    var children: [XMLElement] = []

    /// The first child with a name.
    subscript(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }

    func all(_ name: XMLName) -> [XMLElement] { children.filter { $0.name == name } }

    /// The text without surrounding white space, or `nil` if nothing remains.
    var trimmedText: String? {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let start = text.firstIndex(where: { !isSpace($0) }), let end = text.lastIndex(where: { !isSpace($0) })
        else { return nil }
        return String(decoding: text[start...end], as: UTF8.self)
    }
}

extension String {
    /// The text escaped for XML content and attribute values.
    var xmlEscaped: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
