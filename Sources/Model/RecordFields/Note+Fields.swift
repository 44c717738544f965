extension Note {
    public static let fields: [EditableField<Note>] = [
        .text("topic", "Topic", \.topic)
            .filtered().sorted(by: "sort_key").searched(as: .name).shown(to: .programs),
        .prose("text", "Text", \.text).filtered().searched(),
        .reference(
            "about", "About", expects: "the name or ID of a person, group, or planet",
            to: [.person, .group, .planet], read: \.subject, write: { $0.subject = $1 }
        )
        .filtered().shown(after: "topic"),
    ]

    public static let orders = declaredOrders()
}
