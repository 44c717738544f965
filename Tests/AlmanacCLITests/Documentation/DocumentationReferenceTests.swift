import Testing

@Suite("References to the source code in the documentation")
struct DocumentationReferenceTests {
    /// Returns the text about the architecture, with the paths of links relative to the repository.
    private static func architecture() throws -> String {
        try DocumentationPage(path: ".github/ARCHITECTURE.md").text.replacing("](../", with: "](")
    }

    @Test(
        "The paths and identifiers in the guides exist at the stated locations",
        arguments: [(".github/CONTRIBUTING.md", ""), ("Tests/README.md", "Tests")])
    func guides(path: String, folder: String) throws {
        #expect(try DocumentationReferences(DocumentationPage(path: path).text, in: folder).problems == [])
    }

    @Test("The types in the table of patterns are declared in the linked files")
    func tables() throws {
        let rows = try Self.architecture().split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(rows.count > 10)
        #expect(try DocumentationReferences(rows.joined(separator: "\n")).problems == [])
    }

    @Test("Each type in the table of patterns is used, and each listed user of a pattern uses one of its types")
    func patterns() throws {
        let rows = try Self.architecture().split(separator: "\n")
            .map { $0.split(separator: "|").map { String($0).trimmingPrefix(" ") } }
            .filter { $0.count == 5 && $0[1].hasPrefix("`") }
        #expect(rows.count > 10)
        for row in rows {
            let types = row[1].matches(of: /`(\w+)`/).map { String($0.1) }
            let users = try row[3].matches(of: /\w+/).map {
                try #require(SourceFiles.all.file("\($0.0).swift", in: ""))
            }
            let linked = row[2].matches(of: /\((.+?)\)/).map { String($0.1) }
            for user in users {
                #expect(types.contains { SourceFiles.all.contains($0, in: user) }, "\(user) uses none of \(types)")
            }
            for type in types {
                #expect((users + linked).contains { SourceFiles.all.uses(type, in: $0) }, "\(type) is not used")
            }
        }
    }

    @Test(
        "A wrong path, identifier, suite, or option in the documentation is reported",
        arguments: [
            ("See `Model/RecordTypes/Human.swift`.", "no file: Model/RecordTypes/Human.swift"),
            ("See `Human.swift`.", "no file: Human.swift"),
            ("Add `Tests/Fuzzing/Corpora/NAME-one`.", "no file: Tests/Fuzzing/Corpora/NAME-one"),
            ("```sh\nTests/runs    # run all tests\n```", "no file: Tests/runs"),
            ("Declare it with `.filtered().sortedTwice()`.", "no identifier: sortedTwice"),
            ("Set `ALMANAC_SOAKS=N`.", "no identifier: ALMANAC_SOAKS"),
            (
                "Add a case to `PlainText` in\n`Interchange/VCardProperties/LabelKind.swift`.",
                "not in Sources/Interchange/VCardProperties/LabelKind.swift: PlainText"
            ),
            (
                "Add it to `Person.full` and `Person.empty` (`Tests/TestSupport/Examples.swift`).",
                "not in Tests/TestSupport/Examples.swift: Person.empty"
            ),
            (
                "the comparisons with `.linkedIn` in `ExportCommand.swift`",
                "not in Sources/Almanac/ImportExport/ExportCommand.swift: .linkedIn"
            ),
            ("`swift test --filter 'ListTests|LostTests'`", "no suite: LostTests"),
            ("`Tests/run listtests LostTests`", "no suite: LostTests"),
            ("```sh\nTests/Prose/prose --raise\n```", "no option of Tests/Prose/prose: --raise"),
            (
                "| chain | `Scene`, `Scene.sections` | [Scene.swift](Sources/Navigation/Scene.swift) |",
                "not in Sources/Navigation/Scene.swift: Scene.sections"
            ),
        ])
    func mistakes(text: String, problem: String) throws {
        #expect(try DocumentationReferences(text).problems == [problem])
    }

    @Test("The documentation lists the modules of the program, each above the modules that it imports")
    func modules() throws {
        let targets = try DocumentationPage(path: "Package.swift").text.matches(
            of: /(?:module|executable|\.target)\(\s*(?:name: )?"(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/)
        let imports = Dictionary(
            uniqueKeysWithValues: targets.map { target in
                let names = (target.2 ?? "").matches(of: /\w+/).map { String($0.0) }
                // The list does not name the system libraries, such as CSQLite.
                return (String(target.1), names.filter { !$0.contains(/^C[A-Z]/) })
            })
        let block = try #require(Self.architecture().firstMatch(of: /```text\n([^`]*)```/)?.1)
        let listed = block.split(separator: "\n").map { String($0.prefix(while: \.isLetter)) }

        var modules: Set = ["AlmanacCLI"]
        for _ in targets { modules.formUnion(modules.flatMap { imports[$0] ?? [] }) }
        #expect(Set(listed) == modules && listed.count == modules.count)
        for (index, module) in listed.enumerated() {
            #expect(Set(imports[module] ?? []).isSubset(of: listed[(index + 1)...]), "\(module)")
        }
    }
}
