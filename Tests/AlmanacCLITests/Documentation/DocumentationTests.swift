import FoundationEssentials
import TestSupport
import Testing

@Suite("Documentation", .childProcesses)
struct DocumentationTests {
    @Test("Relative links refer to existing files", arguments: DocumentationPage.all)
    func links(of page: DocumentationPage) throws {
        for file in try page.linkedFiles {
            #expect(FileManager.default.fileExists(atPath: file.path), "\(page.path): \(file.path)")
        }
    }

    @Test("The README has at most 220 lines")
    func readmeLength() throws {
        let page = DocumentationPage(path: "README.md")
        #expect(try page.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 221)
    }

    @Test("The program version is the version in the first heading of the article Changes")
    func version() throws {
        let changes = try #require(DocumentationPage.articles.first { $0.name == "Changes" })
        let heading = try #require(try changes.text.firstMatch(of: /\n## (\S+)\n/))
        #expect(try Home().almanac("version").output == "almanac \(heading.1)\n")
    }

    @Test("Each entry in the article Changes is one line of at most 128 characters")
    func changes() throws {
        let page = try #require(DocumentationPage.articles.first { $0.name == "Changes" })
        let lines = try page.text.split(separator: "\n").drop { !$0.hasPrefix("## ") }
        #expect(lines.filter { !$0.hasPrefix("#") && !$0.hasPrefix("- ") } == ["The first version."])
        #expect(lines.filter { $0.count > 128 } == [])
    }

    @Test("DocC builds the documentation catalog without warnings")
    func docC() throws {
        let home = try Home()
        let catalog = try #require(DocumentationPage.articles.first).url.deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let programs = path.split(separator: ":").map { "\($0)/docc" }
        let docc = try #require(programs.first { FileManager.default.isExecutableFile(atPath: $0) })
        let ending = try home.run(
            ["convert", catalog, "--output-path", home.folder + "/out", "--warnings-as-errors"], of: docc)
        #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    }

    @Test(
        "“help TOPIC” prints an article as plain text", .long("every article in two widths"),
        arguments: DocumentationPage.articles)
    func help(on page: DocumentationPage) throws {
        let home = try Home()
        for columns in Soak.isOn || page.name == "Tasks" ? [80, 40] : [80] {
            let ending = try home.run(["help", page.name.lowercased(), "--article"], with: ["COLUMNS": "\(columns)"])
            #expect(ending.status == 0 && ending.errors == "")
            // Code and URLs are printed as written, so that they can be copied.
            let code = try page.codeLines.map { "  \($0.replacing("\t", with: "    "))" }
            let lines = Set(ending.lines)
            for line in code { #expect(lines.contains(line), "\(line)") }
            let isCopied = { (line: String) in line.contains("://") || line.hasPrefix("  almanac ") }
            for line in lines.subtracting(code) where !isCopied(line) {
                #expect(line.count <= columns, "\(line)")
            }
            for mark in ["\t", "```", "**", "](", "<doc:"] { #expect(!ending.output.contains(mark), "\(mark)") }
            let words = { (text: String) in text.split { !$0.isLetter }.map { $0.lowercased() } }
            let printed = Set(words(ending.output))
            let missing = words(try page.text).filter {
                !printed.contains($0) && !["doc", "console", "sh", "text"].contains($0)
            }
            #expect(columns < 80 || missing.isEmpty, "\(missing)")
        }
        #expect(!home.exists(home.store))
    }

    @Test("Help fits on a screen of 24 lines and 80 columns")
    func overview() throws {
        let home = try Home()
        let help = try home.almanac("help")
        #expect(help.lines.count <= 24 && help.lines.allSatisfy { $0.count <= 80 }, "\(help.output)")
        #expect(!help.output.contains("\t") && !help.output.contains("`"))
        let session = try TerminalSession(home, ["demo"], until: "demo › almanac ›")
        let screens = [
            ("home", "Show common tasks"), ("persons", "persons ›"), ("show persons/1", "Fred Flintstone ›"),
            ("planets", "planets ›"),
        ]
        for (screen, last) in screens {
            try session.enter(screen, until: last)
            try session.enter("help", until: "Topics:")
            #expect(session.output.split(separator: "\n").count <= 24, "\(screen)")
        }
        #expect(session.quit() == 0)
    }
}
