/// The places of values within words: `{1}`, `{2}` …; a brace that is none is doubled.
enum Placeholders {
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { return text }
        return text.reduce(into: "") { $0 += $1 == "{" ? "{{" : $1 == "}" ? "}}" : String($1) }
    }

    /// A place that there is no value for stays as it is written.
    static func fill(_ words: String, with value: (Int) -> String?) -> String {
        var filled = ""
        var rest = words[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            filled += rest[..<brace]
            rest = rest[brace...]
            if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
                filled.append(rest.removeFirst())
                rest.removeFirst()
            } else if let end = rest.firstIndex(of: "}"), let place = Int(rest[..<end].dropFirst()),
                let text = value(place)
            {
                filled += text
                rest = rest[end...].dropFirst()
            } else {
                filled.append(rest.removeFirst())
            }
        }
        return filled + rest
    }
}
