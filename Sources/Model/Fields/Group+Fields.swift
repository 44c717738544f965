extension Group {
    public static let fields: [EditableField<Group>] = [
        .text("name", "Name", \.name, isRequired: true),
        .prose("description", "Description", \.summary),
        .value(
            "search", "Search", expects: "words that its members have", \.search,
            read: { $0.contains { $0.isLetter || $0.isNumber } ? $0 : nil }, write: { $0 }),
    ]
}
