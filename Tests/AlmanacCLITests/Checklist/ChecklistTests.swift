import FoundationEssentials
import Testing

/// A comparison of the tests of all modules with the numbered checks in `Tests/Checklist.md`.
@Suite("Checklist")
struct ChecklistTests {
    /// The checklist and the sources of all tests, which are read once.
    private struct Sources {
        let numbers: [String]
        let tests: [TestFunction]
        /// The names of the helper functions that contain an expectation.
        let helpers: Set<Substring>
        /// The source files of all tests, keyed by their paths.
        let files: [String: String]

        init() throws {
            let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            let checklist = try String(contentsOfFile: folder + "/Checklist.md", encoding: .utf8)
            numbers = checklist.matches(of: /\n\| ([A-Z][0-9]{1,2}) \|/).map { String($0.1) }
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            files = try Dictionary(
                uniqueKeysWithValues: paths.map { path in
                    (path, try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8))
                })
            let functions = files.values.flatMap(TestFunction.all)
            tests = functions.filter(\.isTest)
            helpers = Set(functions.filter { !$0.isTest && $0.expects(through: []) }.map(\.name))
        }
    }

    private static let sources = Result { try Sources() }

    private let sources: Sources

    init() throws { sources = try Self.sources.get() }

    @Test("Every checklist item has a test, and every check number in a test title is in the checklist")
    func coverage() {
        let tested = Set(sources.tests.flatMap(\.checks))
        #expect(Set(sources.numbers).count == sources.numbers.count && sources.numbers.count > 100)
        #expect(sources.numbers.filter { !tested.contains($0) } == [])
        #expect(tested.subtracting(sources.numbers) == [])
    }

    @Test("Every test has an expectation")
    func expectations() {
        #expect(sources.tests.count > 1000)
        #expect(sources.tests.filter { !$0.expects(through: sources.helpers) }.map(\.name) == [])
    }

    @Test("Every test file that uses Soak applies the trait for long tests")
    func longTests() {
        let soaked = sources.files.filter { $0.key.contains(/Tests[^\/]*\.swift$/) && $0.value.contains("Soak.") }
        #expect(soaked.count > 50)
        #expect(soaked.filter { !$0.value.contains(".long(") }.keys.sorted() == [])
    }

    @Test("A test without an expectation is detected, and the check numbers are read from titles")
    func emptyTest() {
        let source = """
            struct Tests {
                %Test("C01 Nothing")
                func nothing() {
                    // Later.
                }

                %Test("C02, D1 Something") func something() { #expect(true) }
            }
            """
        let functions = TestFunction.all(in: source.replacing("%", with: "@"))
        #expect(functions.map(\.checks) == [["C01"], ["C02", "D1"]])
        #expect(functions.map { $0.expects(through: []) } == [false, true])
    }
}
