import Text

/// The content of a property, for comparing properties that are written differently.
struct ComparedProperty: Hashable {
    private let name: String
    private let parameters: Set<CardParameter>
    private let components: [[String]]
    private let label: String?

    /// Returns the number of occurrences of each property in lines, excluding the labels of other properties.
    static func counts(in lines: [[UInt8]]) -> [ComparedProperty: Int] {
        let frame = [Array("BEGIN:VCARD".utf8), Array("VERSION:4.0".utf8)]
        let parsed = ParsedCard(CardBytes(slices: (frame + lines).map { $0[...] }))
        let escapes = VCardEscaping(version: .v40)
        let decoder = LineDecoder(bytes: parsed.card.bytes)
        func components(_ line: ContentLine) -> [[String]] {
            let bytes = (try? decoder.value(of: line)) ?? parsed.bytes(of: line)
            var parts = escapes.parts(bytes, separator: .semicolon).map { escapes.texts($0) }
            while parts.last == [""] { parts.removeLast() }
            return parts
        }
        let labels = parsed.lines.filter { $0.name == "X-ABLABEL" && !$0.group.isEmpty }
        let others = parsed.lines.dropFirst(frame.count).count { $0.name != JSContactReader.jsonProperty }
        let isAlone = others == labels.count + 1
        let properties = parsed.lines.dropFirst(frame.count).compactMap { line -> ComparedProperty? in
            if line.name == "X-ABLABEL", isAlone { return nil }
            let label = isAlone ? labels.first { $0.group.uppercased() == line.group.uppercased() } : nil
            return ComparedProperty(
                name: line.name, parameters: Set(line.parameters.compactMap { compared($0, of: line.name) }),
                components: components(line), label: label.map { components($0).description } ?? line.group.nonEmpty)
        }
        return Dictionary(properties.map { ($0, 1) }, uniquingKeysWith: +)
    }

    private static func compared(_ parameter: CardParameter, of name: String) -> CardParameter? {
        switch parameter.name {
        case "PROP-ID": nil
        case "VALUE" where name == "UID" || parameter.value.lowercased() == JCardValueType.standard(of: name): nil
        case "TYPE": CardParameter("TYPE", parameter.value.lowercased())
        default: parameter
        }
    }
}
