extension Note {
    public static let fields: [EditableField<Note>] = [
        .text("topic", "Topic", \.topic),
        .prose("text", "Text", \.text),
        .value(
            "about", "About", expects: "the name or address of a person, group or planet",
            shape: .reference([.person, .group, .planet]), \.subject,
            read: { RecordID($0).flatMap { $0.kind == .note ? nil : $0 } }, write: \.description),
    ]
}
