extension Group {
    public static let fields: [EditableField<Group>] = [
        .text("name", "Name", \.name, isRequired: true),
        .prose("description", "Description", \.summary),
    ]
}
