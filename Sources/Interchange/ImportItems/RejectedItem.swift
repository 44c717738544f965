import Localization

/// A card or a row that could not be taken at its word.
public struct RejectedItem: Hashable, Sendable {
    /// What is at fault.
    public let place: SourceLocation
    /// A whole sentence, without the place.
    public let reason: Message
    public let text: SourceText

    public init(at place: SourceLocation, because reason: Message, _ text: SourceText) {
        self.place = place
        self.reason = reason
        self.text = text
    }
}
