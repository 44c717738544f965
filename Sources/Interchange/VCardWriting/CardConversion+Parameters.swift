extension CardConversion {
    /// Returns the parameters of a line in the target version. Encoding parameters are omitted.
    mutating func parameters(of line: ContentLine) -> [CardParameter] {
        var result: [CardParameter] = []
        for parameter in line.parameters {
            switch parameter.name {
            case "ENCODING", "CHARSET", "VALUE", "X-APPLE-OMIT-YEAR", CardParameter.androidLabel: continue
            case "TYPE": result += types(parameter.value)
            case "PREF": result += preference(parameter, of: line)
            case "SORT-AS" where target == .v30 && line.name == "N": continue
            case "LABEL" where target != .v40 && line.name == "ADR": continue
            case "ALTID" where target != .v40: continue
            // A date in another calendar is written as text in an extension.
            case "CALSCALE" where !parameter.value.isWord("GREGORIAN"): result.append(parameter)
            // These parameters describe the property within a vCard 4.0 and contain no information about the contact.
            case "PROP-ID", "JSCOMPS", "JSPTR", "DERIVED": if target == .v40 { result.append(parameter) }
            case "PID", "CALSCALE", "SORT-AS", "GEO", "TZ", "LEVEL", "INDEX", "MEDIATYPE", "LABEL", "CC", "CREATED",
                "AUTHOR",
                "AUTHOR-NAME", "PHONETIC", "SCRIPT":
                if target == .v40 {
                    result.append(parameter)
                } else {
                    reportLoss(
                        line.name,
                        "vCard \(target.rawValue) does not support the parameter \(parameter.name). It was removed from \(line.name)."
                    )
                }
            default: result.append(parameter)
            }
        }
        result += newParameters(of: line)
        for parameter in result where !writer.holds(parameter) {
            reportLoss(
                line.name,
                """
                vCard \(target.rawValue) does not support quotes. Special characters in \(parameter.name) of \
                \(line.name) were replaced with spaces.
                """)
        }
        return result
    }

    /// Returns the types in the target version. In vCard 4.0, a type with special characters is only a label.
    private func types(_ value: String) -> [CardParameter] {
        value.split(separator: ",").map { type in
            target == .v40 && String(type).isWord("PREF")
                ? CardParameter("PREF", "1") : CardParameter("TYPE", String(type))
        }.filter { target != .v40 || PropertyWriter.isToken($0.value) && !$0.value.isWord("INTERNET") }
    }

    private mutating func preference(_ parameter: CardParameter, of line: ContentLine) -> [CardParameter] {
        if target == .v40 { return [parameter] }
        if parameter.value == "1" { return [CardParameter("TYPE", "PREF")] }
        reportLoss(
            line.name,
            "vCard \(target.rawValue) supports only one preferred value. PREF was removed from \(line.name)."
        )
        return []
    }

    private func newParameters(of line: ContentLine) -> [CardParameter] {
        guard target == .v40, source != .v40 else { return [] }
        if line.name == "ADR", let label = addressLabels.label(of: line), let text = try? reader.text(label) {
            return [CardParameter("LABEL", text)]
        }
        if line.name == "N", let sort = reader.parsed.lines.first(where: { $0.name == "SORT-STRING" }),
            let text = try? reader.text(sort)
        {
            return [CardParameter("SORT-AS", text)]
        }
        return []
    }

    mutating func addressLabel(_ line: ContentLine) -> [CardProperty] {
        guard target != .v40, let label = line.parameter("LABEL") else { return [] }
        var property = CardProperty("LABEL", .text(label))
        property.parameters = parameters(of: line).filter { $0.name == "TYPE" }
        return [property]
    }
}
