/// Something worth remembering, in Markdown, about a record or about nothing in particular.
public struct Note: Recordable {
    public typealias Order = NoteOrder
    public static let kind = Kind.note

    public var topic = ""
    public var text = ""
    /// The person, group or planet the note is about.
    public var subject: Address?

    public init() {}

    public var title: String {
        if !topic.isEmpty { return topic }
        return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "(empty note)"
    }

    public struct Links: Hashable, Sendable {
        public var subject: Reference?

        public init(subject: Reference? = nil) { self.subject = subject }
    }
}
