import Display
import Localization

/// An article of the documentation catalog, shown by “help TOPIC”.
public struct Article: Sendable {
    /// The topic name that opens the article, such as `filters`.
    public let topic: String
    private let source: @Sendable () -> String

    /// Creates an article from a file of the documentation catalog.
    ///
    /// - Parameters:
    ///   - name: The name of the file, such as `Filters`.
    ///   - source: A function that returns the contents of the file: a title on the first line, then Markdown with
    ///     links such as `<doc:Filters>`.
    public init(_ name: String, source: @escaping @Sendable () -> String) {
        topic = name.lowercased()
        self.source = source
    }

    /// Returns the page of the article, preceded by the help for commands of the same name.
    func page(after commands: [Block]) -> Page {
        let parts = source().split(separator: "\n", maxSplits: 1)
        let title = parts.first?.drop { $0 == "#" || $0 == " " } ?? ""
        let text = (parts.last ?? "").replacing(/<doc:(\w+)>/) { "`help \($0.1.lowercased())`" }
        var page = Page("\(String(title))", commands + [.prose("\(String(text))")])
        page.isDocumentation = true
        return page
    }
}
