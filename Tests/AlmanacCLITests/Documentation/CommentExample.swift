/// An example in a documentation comment: lines with an indentation of four spaces after an empty line.
struct CommentExample: Sendable {
    /// The path of the source file relative to the root of the repository.
    let path: String
    /// The number of the first line in the file.
    let line: Int
    let code: [Substring]
    /// The name of the documented type, or `nil` for other declarations.
    let type: Substring?

    /// Returns the examples in a source file.
    static func all(in source: String, at path: String) -> [CommentExample] {
        var examples: [CommentExample] = []
        var comment: [Substring] = []
        var first = 0
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///") {
                if comment.isEmpty { first = index + 1 }
                comment.append(text.dropFirst(3))
            } else if !comment.isEmpty, !text.hasPrefix("@"), !text.hasPrefix("// ") {
                let type = line.firstMatch(of: /\b(?:struct|class|actor|enum|protocol) (\w+)/)?.1
                for (start, code) in blocks(in: comment) {
                    examples.append(CommentExample(path: path, line: first + start, code: code, type: type))
                }
                comment = []
            }
        }
        return examples
    }

    /// Returns the indented blocks of a comment with the positions of their first lines. Lines that continue an item of
    /// a list do not follow an empty line, and lines between fences are not Swift code.
    private static func blocks(in comment: [Substring]) -> [(start: Int, code: [Substring])] {
        let indentation = "     "
        var blocks: [(start: Int, code: [Substring])] = []
        var isInBlock = false
        var isFenced = false
        for (index, line) in comment.enumerated() {
            if line.hasPrefix(" ```") { isFenced.toggle() }
            if isFenced || !line.hasPrefix(indentation) {
                isInBlock = isInBlock && line.isEmpty
                if isInBlock { blocks[blocks.count - 1].code.append("") }
            } else if isInBlock || index > 0 && comment[index - 1].isEmpty {
                if !isInBlock { blocks.append((index, [])) }
                blocks[blocks.count - 1].code.append(line.dropFirst(indentation.count))
                isInBlock = true
            }
        }
        return blocks
    }
}
