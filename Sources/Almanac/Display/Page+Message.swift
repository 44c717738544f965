import Display

extension Page {
    /// Where all there is to say was said elsewhere.
    static let nothing = Page("")

    public var isEmpty: Bool { title.isEmpty && blocks.isEmpty }

    /// A report of one sentence.
    static func message(_ text: String) -> Page { Page("", [.prose(text)]) }
}
