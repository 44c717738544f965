import Display
import Localization
import Model
import Navigation

extension Note: Presentable {
    static let columns = [
        Column("name", "Topic"), Column("about", "About"), Column("modified", "Changed"), .id,
    ]
    static let placeholder: Message = "No notes yet. Use “note ID TOPIC TEXT” to add one."

    static let page = fields.inPageOrder()

    static func referred(by note: Record<Note>) -> Model.RecordReference? { note.links.subject }

    static func related(to note: Record<Note>) -> [RelatedRecords] {
        [RelatedRecords("about", "About", note.links.subject.map { [$0] } ?? [])]
    }

    static func consequences(ofDeleting note: Record<Note>) -> [Message] { [] }
}
