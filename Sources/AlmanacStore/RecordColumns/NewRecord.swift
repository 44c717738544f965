import Model

/// A record to be inserted.
///
/// It is shared rather than copied, because copying the content retains all its values.
package final class NewRecord<Content: Recordable>: Sendable {
    package let id: Int64
    /// The existing UUID of the record, if any.
    package let uuid: String?
    package let content: Content

    package init(id: Int64, uuid: String? = nil, _ content: Content) {
        (self.id, self.uuid, self.content) = (id, uuid, content)
    }
}
