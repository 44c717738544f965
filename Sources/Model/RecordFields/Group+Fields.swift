import Localization

extension Group {
    public static let fields: [EditableField<Group>] = [
        .text("name", "Name", \.name, isRequired: true),
        .prose("description", "Description", \.summary),
        .value(
            "search", "Search", expects: "words that its members have", \.search,
            read: { $0.contains { $0.isLetter || $0.isNumber } ? $0 : nil }, write: { $0 }),
        filter("where", alias: "personfilter", "Filter", \.filter, of: .person, such: "birthday is null"),
        filter("planets", alias: "planetfilter", "Planets", \.planets, of: .planet, such: "distance:ly < 20"),
    ]

    private static func filter(
        _ key: String, alias: String, _ title: Title, _ path: EditableField<Group>.Path<String?>, of kind: Kind,
        such example: String
    ) -> EditableField<Group> {
        EditableField(
            key: key, alias: alias, title: title, shape: .single,
            expects: "a filter of \(kind.plural), such as “\(example)”",
            read: { $0[keyPath: path].map { [Labeled("", $0)] } ?? [] },
            write: { (group, values) throws(FieldProblem) in
                let text = values.first?.value
                do throws(FilterProblem) {
                    group[keyPath: path] = try text.map { text throws(FilterProblem) in
                        try Filter(text, of: kind).text
                    }
                } catch {
                    throw .notFound(reason: "\(title) cannot be “\(error.text)”: \(error.explanation.what)")
                }
            })
    }
}
