import FoundationEssentials
import Testing

/// A Markdown file in the repository.
struct DocumentationPage: CustomTestStringConvertible, Sendable {
    /// The path relative to the root of the repository.
    let path: String

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let catalog = "Sources/AlmanacCLI/Almanac.docc"

    /// The articles in the documentation catalog.
    static let articles: [DocumentationPage] = {
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: repository.appending(path: catalog).path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".md") && $0 != "Almanac.md" }
            .map { DocumentationPage(path: "\(catalog)/\($0)") }
    }()

    static let withTranscripts =
        [DocumentationPage(path: "README.md")]
        + articles.filter { (try? $0.text.contains("```console")) == true }

    static let all =
        [
            "README.md", ".github/ARCHITECTURE.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", "Tests/README.md",
            "Tests/Checklist.md", "Sources/Benchmarks/README.md",
        ].map(DocumentationPage.init) + articles

    var testDescription: String { path }
    var url: URL { Self.repository.appending(path: path) }

    /// The file name without its extension, such as `Filters`.
    var name: String { url.deletingPathExtension().lastPathComponent }

    var text: String {
        get throws { String(decoding: try Data(contentsOf: url), as: UTF8.self) }
    }

    /// The targets of the relative links in the page, and the pictures.
    var linkedFiles: [URL] {
        get throws {
            let links = try text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/).map(\.1)
            let pictures = try text.matches(of: /src(?:set)?="([^":]+)"/).map(\.1)
            return (links + pictures).map { url.deletingLastPathComponent().appending(path: String($0)) }
        }
    }

    /// The lines of the code blocks.
    var codeLines: [String] {
        get throws {
            var lines: [String] = []
            var isCode = false
            for line in try text.split(separator: "\n") {
                if line.hasPrefix("```") { isCode.toggle() } else if isCode { lines.append(String(line)) }
            }
            return lines
        }
    }
}
