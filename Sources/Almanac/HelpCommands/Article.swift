import Display
import Localization

/// An article of the documentation catalog, as “help TOPIC” shows it.
public struct Article: Sendable {
    /// The word that opens it, such as `filters`.
    public let topic: String
    private let source: String

    /// - Parameters:
    ///   - name: The name of its file, such as `Filters`.
    ///   - source: The text of the file: a title in the first line, then Markdown with links such as `<doc:Filters>`.
    public init(_ name: String, source: String) {
        topic = name.lowercased()
        self.source = source
    }

    /// The article after the entries of the commands of the same name, if any.
    func page(after commands: [Block]) -> Page {
        let parts = source.split(separator: "\n", maxSplits: 1)
        let title = parts.first?.drop { $0 == "#" || $0 == " " } ?? ""
        let text = (parts.last ?? "").replacing(/<doc:(\w+)>/) { "`help \($0.1.lowercased())`" }
        var page = Page("\(String(title))", commands + [.prose("\(String(text))")])
        page.isDocumentation = true
        return page
    }
}
