import FoundationEssentials
import Testing

/// A comparison of the tests of all modules with the numbered checks in `Tests/Checklist.md`.
@Suite("Checklist")
struct ChecklistTests {
    private let numbers: [String]
    private let tests: [TestFunction]
    /// The names of the helper functions that contain an expectation.
    private let helpers: Set<Substring>
    /// The source files of all tests, keyed by their paths.
    private let files: [String: String]

    init() throws {
        let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let checklist = try String(contentsOfFile: folder + "/Checklist.md", encoding: .utf8)
        numbers = checklist.matches(of: /\n\| ([A-Z][0-9]{1,2}) \|/).map { String($0.1) }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        files = try Dictionary(
            uniqueKeysWithValues: paths.map { ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) })
        let functions = files.values.flatMap(TestFunction.all)
        tests = functions.filter(\.isTest)
        helpers = Set(functions.filter { !$0.isTest && $0.expects(through: []) }.map(\.name))
    }

    @Test("Every checklist item has a test, and every check number in a test title is in the checklist")
    func coverage() {
        let tested = Set(tests.flatMap(\.checks))
        #expect(Set(numbers).count == numbers.count && numbers.count > 100)
        #expect(numbers.filter { !tested.contains($0) } == [])
        #expect(tested.subtracting(numbers) == [])
    }

    @Test("Every test has an expectation")
    func expectations() {
        #expect(tests.count > 1000)
        #expect(tests.filter { !$0.expects(through: helpers) }.map(\.name) == [])
    }

    @Test("Tests whose number of cases depends on ALMANAC_SOAK have the trait for long tests")
    func longTests() {
        let soaked = files.filter { $0.key.contains(/Tests[^\/]*\.swift$/) && $0.value.contains("Soak.") }
        #expect(soaked.count > 50)
        #expect(soaked.filter { !$0.value.contains(".long(") }.keys.sorted() == [])
    }

    @Test("Check numbers and missing expectations of tests are detected")
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
