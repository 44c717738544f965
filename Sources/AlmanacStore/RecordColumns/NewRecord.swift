import Model

/// A record to be inserted.
///
/// It is shared rather than copied, because copying the content retains all its values.
final class NewRecord<Content: Recordable>: Sendable {
    let id: Int64
    /// The existing UUID of the record, if any.
    let uuid: String?
    let content: Content

    init(id: Int64, uuid: String? = nil, _ content: Content) {
        (self.id, self.uuid, self.content) = (id, uuid, content)
    }
}
