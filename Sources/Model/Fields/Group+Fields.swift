extension Group {
    public static let fields: [EditableField<Group>] = [
        .text("name", "Name", \.name, isRequired: true),
        .prose("description", "Description", \.summary),
        .value(
            "search", "Search", expects: "words that its members have", \.search,
            read: { $0.contains { $0.isLetter || $0.isNumber } ? $0 : nil }, write: { $0 }),
        filterField,
    ]

    private static let filterField = EditableField<Group>(
        key: "where", alias: "personfilter", title: "Filter", shape: .single,
        expects: "a filter of persons, such as “birthday is null”",
        read: { $0.filter.map { [Labelled("", $0)] } ?? [] },
        write: { (group, values) throws(FieldProblem) in
            let text = values.first?.value
            do throws(FilterProblem) {
                group.filter = try text.map { text throws(FilterProblem) in try Filter(text, of: .person).text }
            } catch {
                throw .notFound(reason: "Filter cannot be “\(error.text)”: \(error.explanation.sentences[0])")
            }
        })
}
