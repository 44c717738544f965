import Display
import Localization

extension Page {
    /// A page without content, for commands that write their output themselves.
    package static let nothing = Page("")

    public var isEmpty: Bool { title.isEmpty && blocks.isEmpty }

    /// A report of one or more sentences.
    package static func message(_ sentences: Message...) -> Page { .message(sentences) }
    package static func message(_ sentences: [Message]) -> Page { Page("", [.message(sentences)]) }
}
