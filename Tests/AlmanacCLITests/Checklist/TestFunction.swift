/// A function in a Swift source file. Its body ends at the closing brace in the column of its first line.
struct TestFunction {
    let name: Substring
    let isTest: Bool
    /// The source from the attribute to the end of the line with the name.
    let header: Substring
    let body: Substring

    static func all(in source: String) -> [TestFunction] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        var functions: [TestFunction] = []
        var attribute: Int?
        for (number, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("@Test") { attribute = number }
            guard let range = text.firstRange(of: "func ") else { continue }
            let start = attribute ?? number
            let column = lines[start].prefix { $0 == " " }.count
            let end =
                line.hasSuffix("}")
                ? number
                : lines[number...].firstIndex {
                    $0.prefix { $0 == " " }.count == column && $0.dropFirst(column).first == "}"
                }
            let name = text[range.upperBound...].drop { $0 == "`" }.prefix { $0.isLetter || $0.isNumber }
            functions.append(
                TestFunction(
                    name: name, isTest: attribute != nil,
                    header: source[lines[start].startIndex..<line.endIndex],
                    body: source[line.startIndex..<lines[end ?? number].endIndex]))
            attribute = nil
        }
        return functions
    }

    /// The check numbers at the start of the title, such as `D20, D21`.
    var checks: [String] {
        let start = header.firstRange(of: "func `") ?? header.firstRange(of: "\"")
        guard let start else { return [] }
        let words = header[start.upperBound...].split(separator: " ")
        return words.map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }.prefix {
            $0.wholeMatch(of: /[A-Z][0-9]{1,2}/) != nil
        }.map { $0 }
    }

    /// Returns whether the function contains an expectation or calls one of the helper functions.
    func expects(through helpers: Set<Substring>) -> Bool {
        ["#expect", "#require", "Issue.record"].contains { body.contains($0) }
            || helpers.contains { body.contains("\($0)(") || body.contains("\($0) {") }
    }
}
