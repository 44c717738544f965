import FoundationEssentials
import Glibc

/// The source, test, and CI files of the repository. Searches of all files skip Markdown files and some samples.
struct SourceFiles: Sendable {
    static let all = SourceFiles()

    private let paths: [String]
    private var text = ""
    /// The names of the test suites.
    private var suites: [Substring] = []

    private init() {
        let manager = FileManager.default
        let folders = ["Sources", "Tests", ".ci"].flatMap { folder in
            ((try? manager.subpathsOfDirectory(atPath: Self.url(folder).path)) ?? []).map { "\(folder)/\($0)" }
        }
        paths = folders.sorted() + ["Package.swift", ".swift-format"]
        // Documents, sample files, and intentionally wrong examples do not count as declarations.
        let excluded = ["DocumentationReferenceTests.swift", ".md", "/Corpus/"]
        for path in paths where !path.hasPrefix("Tests/Databases/") && !excluded.contains(where: path.contains) {
            let contents = Self.contents(of: path)
            text += "\n" + contents
            if path.hasSuffix("Tests.swift") { suites += Self.suites(in: contents) }
        }
    }

    private static func suites(in text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.hasPrefix("struct ") || $0.hasPrefix("@Suite") }
            .compactMap { $0.firstMatch(of: /struct (\w+Tests)\b/)?.1 }
    }

    private static func url(_ path: some StringProtocol) -> URL {
        DocumentationPage.repository.appending(path: String(path))
    }

    /// Returns the text of a file, or an empty string if the path is a folder.
    private static func contents(of path: String) -> String {
        (try? Data(contentsOf: url(path))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns the paths and texts of the Swift files below a folder that contain a string.
    func swiftFiles(below folder: String, containing string: String) -> [(path: String, text: String)] {
        paths.filter { $0.hasPrefix("\(folder)/") && $0.hasSuffix(".swift") }
            .map { (path: $0, text: Self.contents(of: $0)) }
            .filter { file in file.text.withCString { strstr($0, string) != nil } }
    }

    /// Returns the path of a file or folder, or `nil` if it does not exist. The documented path is relative to a folder,
    /// the repository, or `Sources`, or it is only a file name. For a path with a placeholder, returns the folder.
    func file(_ path: Substring, in folder: String) -> String? {
        let isPattern = path.contains(/NAME|NNNN/)
        let path = isPattern ? path[..<(path.lastIndex(of: "/") ?? path.startIndex)] : path
        return ["", "Sources/", "\(folder)/"].map { $0 + path }.first {
            FileManager.default.fileExists(atPath: Self.url($0).path)
        } ?? paths.first { $0.hasSuffix("/\(path)") && !path.contains("/") }
    }

    /// Returns whether a word occurs in a file, or in any file.
    func contains(_ word: String, in path: String? = nil) -> Bool {
        let text = path.map { "\n" + Self.contents(of: $0) } ?? text
        return text.withCString { start in
            var rest = start + 1
            while let found = strstr(rest, word) {
                let neighbors = [found[-1], found[word.utf8.count]]
                if neighbors.allSatisfy({ $0 != 0x5F && isalnum(CInt(UInt8(bitPattern: $0))) == 0 }) { return true }
                rest = UnsafePointer(found) + 1
            }
            return false
        }
    }

    /// Returns whether a file declares the last component of a name. A case such as `.csv` only has to occur.
    func declares(_ name: Substring, in path: String) -> Bool {
        let component = name.split(separator: ".").last ?? name
        if name.hasPrefix(".") || !path.hasSuffix(".swift") { return contains(String(name), in: path) }
        let keywords: Set<Substring> = [
            "struct", "class", "actor", "enum", "protocol", "typealias", "func", "var", "let", "case",
        ]
        return Self.contents(of: path).split(separator: "\n").contains { line in
            let words = line.replacing("(set)", with: "").prefix { !"=({:".contains($0) }
                .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            return words.drop { !keywords.contains($0) }.dropFirst().contains(component)
        }
    }

    /// Returns whether a file uses a type outside comments, the declaration of the type, and its extensions.
    func uses(_ type: String, in path: String) -> Bool {
        let keywords: Set<Substring> = ["struct", "class", "actor", "enum", "protocol", "extension"]
        var isOwn = false
        return Self.contents(of: path).split(separator: "\n").contains { line in
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            if line.first?.isLetter == true {
                isOwn = words.drop { !keywords.contains($0) }.dropFirst().first == type[...]
            }
            return !isOwn && !line.drop { $0 == " " }.hasPrefix("//") && words.contains(type[...])
        }
    }

    /// Returns the words of a regular expression that occur in no test suite that it matches, ignoring case.
    func missingSuites(_ pattern: Substring) throws -> [String] {
        let expression = try Regex(String(pattern)).ignoresCase()
        let suites = suites.filter { $0.contains(expression) }
        return pattern.matches(of: /\w+/).map { String($0.0) }.filter { word in
            !suites.contains { $0.lowercased().contains(word.lowercased()) }
        }
    }
}
