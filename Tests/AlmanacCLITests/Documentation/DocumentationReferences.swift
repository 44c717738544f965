/// The paths and identifiers in Markdown text that do not exist at the stated location in the repository.
struct DocumentationReferences {
    private(set) var problems: [String] = []
    /// The folder of the text, relative to the root of the repository.
    private let folder: String
    private let sources = SourceFiles.all
    /// The functions of the standard library that the guides forbid.
    private static let forbidden: Set = ["fatalError"]

    init(_ markdown: String, in folder: String = "") throws {
        self.folder = folder
        var prose = ""
        var isBlock = false
        for line in markdown.split(separator: "\n") {
            if line.hasPrefix("```") {
                isBlock.toggle()
            } else if isBlock {
                try checkCode(line.split(separator: "#", omittingEmptySubsequences: false)[0])
            } else {
                prose += " " + line.drop { $0 == " " }
                if line.hasPrefix("|") { checkRow(line) }
            }
        }
        // Every other piece is a code span.
        let pieces = prose.split(separator: "`", omittingEmptySubsequences: false)
        for index in stride(from: 1, to: pieces.count - 1, by: 2) {
            try checkCode(pieces[index])
            var last = index
            while [", ", " and ", ", and "].contains(pieces[last + 1]), last + 3 < pieces.count { last += 2 }
            guard last + 2 < pieces.count, [" in ", " ("].contains(pieces[last + 1]), Self.isFile(pieces[last + 2]),
                !Self.isPath(pieces[index]), let file = sources.file(pieces[last + 2], in: folder)
            else { continue }
            checkDeclaration(of: pieces[index], in: [file])
        }
    }

    /// Checks the paths, suites, options, and words of a code span or a command line.
    private mutating func checkCode(_ code: Substring) throws {
        var program: String?
        var previous: Substring = ""
        for token in code.split(whereSeparator: { " '\";".contains($0) }) {
            if token == "&&" {
                program = nil
            } else if Self.isPath(token) {
                let file = sources.file(token, in: folder)
                if file == nil { problems.append("no file: \(token)") }
                program = program ?? file
            } else if previous == "--filter" || program == "Tests/run" && !token.contains(/^-|…/) {
                let missing = try sources.missingSuites(token)
                problems += missing.map { "no suite: \($0)" }
            } else if let program, token.hasPrefix("--"), !sources.contains(String(token), in: program) {
                problems.append("no option of \(program): \(token)")
            } else if !token.hasPrefix("/"), !token.hasPrefix("../") {
                let words = token.matches(of: /[A-Za-z_]\w+/).map { String($0.0) }
                problems += words.filter { !Self.forbidden.contains($0) && !sources.contains($0) }.map {
                    "no identifier: \($0)"
                }
            }
            previous = token
        }
    }

    /// Checks that a file linked in the row of a table declares each type in the row.
    private mutating func checkRow(_ row: Substring) {
        let files = row.matches(of: /\]\(([^):]+\.swift)\)/).map { sources.file($0.1, in: folder) ?? "" }
        guard !files.isEmpty else { return }
        for span in row.matches(of: /`([^`]+)`/) { checkDeclaration(of: span.1, in: files) }
    }

    private mutating func checkDeclaration(of name: Substring, in files: [String]) {
        if !files.contains(where: { sources.declares(name, in: $0) }) {
            problems.append("not in \(files.joined(separator: ", ")): \(name)")
        }
    }

    private static func isPath(_ token: Substring) -> Bool {
        let isOther = token.hasPrefix("/") || token.hasPrefix("../") || token.contains { "*=:()".contains($0) }
        return !isOther && (token.contains("/") || isFile(token))
    }

    private static func isFile(_ token: Substring) -> Bool {
        !token.contains(" ") && token.contains(/\w\.(swift|md|sql|c|h|sh|py|csv)$/)
    }
}
