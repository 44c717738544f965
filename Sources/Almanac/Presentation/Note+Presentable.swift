import Display
import Localization
import Model
import Navigation

extension Note: Presentable {
    static let columns = [
        Column("name", "Topic"), Column("about", "About"), Column("modified", "Changed"), .address,
    ]
    static let placeholder: Message = "No notes yet: “note ADDRESS TOPIC TEXT” writes one."

    static func fields(of note: Record<Note>, on today: CivilDate) -> [Field] {
        [
            Field("topic", "Topic", .text(orNone: note.topic), for: .programs),
            Field("about", "About", .reference(orNone: note.links.subject)),
            Field("text", "Text", note.text.isEmpty ? .none : .prose(note.text)),
        ]
    }

    static func related(to note: Record<Note>) -> [Related] {
        [Related("about", "About", note.links.subject.map { [$0] } ?? [])]
    }

    static func consequences(ofDeleting note: Record<Note>) -> [Message] { [] }
}
