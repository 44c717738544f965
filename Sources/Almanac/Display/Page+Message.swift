import Display

extension Page {
    /// A report of one sentence.
    static func message(_ text: String) -> Page { Page("", [.prose(text)]) }
}
