import Display
import Localization

extension Page {
    /// Where all there is to say was said elsewhere.
    package static let nothing = Page("")

    public var isEmpty: Bool { title.isEmpty && blocks.isEmpty }

    /// A report of a sentence, or several.
    package static func message(_ sentences: Message...) -> Page { .message(sentences) }
    package static func message(_ sentences: [Message]) -> Page { Page("", [.message(sentences)]) }
}
