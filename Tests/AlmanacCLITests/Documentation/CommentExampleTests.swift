import FoundationEssentials
import TestSupport
import Testing

@Suite("Examples in documentation comments", .childProcesses)
struct CommentExampleTests {
    private static let all = SourceFiles.all.swiftFiles(below: "Sources", containing: "///     ").flatMap {
        CommentExample.all(in: $0.text, at: $0.path)
    }

    /// The types that contributors meet first, besides the data sources.
    private static let types: Set<Substring> = [
        "Argument", "Command", "Connection", "Database", "DatabaseMaintenance", "EditableField", "Filter",
        "FlowCoordinator", "Form", "Migration", "Statement", "Store",
    ]

    /// The values that examples use without declaring them.
    private static let values = """
        connection: Connection, store: Store, maintenance: any DatabaseMaintenance, remotes: any RemoteDataSource, \
        settings: any SettingsDataSource, context: CommandContext, invocation: Invocation, account: Account, id: Int64, \
        leia: Person.ID, luke: Person.ID, photo: [UInt8], streams: [ContactStream], decisions: DuplicateDecisions, \
        options: Synchronizer.Options
        """

    private static let imports = [
        "Almanac", "AlmanacStore", "Display", "Interchange", "Model", "Navigation", "SQLite", "Sync",
    ].map { "@testable import \($0)" }

    /// Returns the options with which the compiler finds the built modules and those of the C libraries.
    private static func options() throws -> [String] {
        let sources = DocumentationPage.repository.appending(path: "Sources").path
        let libraries = try FileManager.default.contentsOfDirectory(atPath: sources).filter {
            $0 == "Embedded" || $0.contains(/^C[A-Z]/)
        }
        let folders = libraries.flatMap { ["\(sources)/\($0)", "\(BuiltProgram.folder)/\($0).build"] }
        return (["\(BuiltProgram.folder)/Modules"] + folders).flatMap { ["-I", $0] }
            + ["-module-cache-path", "\(BuiltProgram.folder)/ModuleCache"]
    }

    @Test("The data sources and the types that contributors meet first have examples")
    func documentedTypes() {
        let dataSources = SourceFiles.all.swiftFiles(below: "Sources", containing: "DataSource").flatMap { file in
            file.text.matches(of: /protocol (\w+DataSource)\b/).map(\.1)
        }
        #expect(dataSources.count > 10)
        let documented = Set(Self.all.compactMap(\.type))
        #expect(Self.types.union(dataSources).subtracting(documented).sorted() == [])
    }

    @Test("The examples in documentation comments compile")
    func examplesCompile() throws {
        let home = try Home()
        let functions = Self.all.enumerated().map { number, example in
            """
            func example\(number)(\(Self.values)) async throws {
            #sourceLocation(file: "\(example.path)", line: \(example.line))
            \(example.code.joined(separator: "\n"))
            #sourceLocation()
            }
            """
        }
        let source = home.folder + "/Examples.swift"
        try Data((Self.imports + functions).joined(separator: "\n").utf8).write(to: URL(filePath: source))

        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let compilers = path.split(separator: ":").map { "\($0)/swiftc" }
        let compiler = try #require(compilers.first { FileManager.default.isExecutableFile(atPath: $0) })
        let ending = try home.run(
            ["-typecheck", "-swift-version", "6", "-suppress-warnings"] + Self.options() + [source], of: compiler)
        #expect(ending.status == 0, "\(ending.errors)")
    }

    @Test("An indented block is an example unless it continues a list item or is between fences")
    func indentedBlocks() {
        let examples = CommentExample.all(
            in: """
                /// A list.
                ///
                ///     let list = List()
                ///
                ///     list.sort()
                ///
                /// - Parameter order: The order, which
                ///     is optional.
                @MainActor
                public struct List {
                    /// Sorts.
                    ///
                    /// ```text
                    ///     a b c
                    /// ```
                    ///
                    ///     list.sort()
                    func sort() {}
                }
                """, at: "List.swift")
        #expect(examples.map(\.line) == [3, 17])
        #expect(examples.map(\.type) == ["List", nil])
        #expect(examples.map(\.code) == [["let list = List()", "", "list.sort()", ""], ["list.sort()"]])
    }
}
