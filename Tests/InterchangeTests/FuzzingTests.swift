import FoundationEssentials
import TestSupport
import Testing

/// Always the same short run of each harness; `Tests/Fuzzing/fuzz` is the long one, and with `--planted` proves what it
/// finds.
@Suite("Fuzzing", .enabled(if: Fuzzer.isThere, "there is no clang or no lld to build the harnesses with"))
struct FuzzingTests {
    @Test func theFirstRunsOfEachParserFindNothing() throws {
        let ending = try ChildProcess.run(
            Fuzzer.script, ["--runs", "500"], environment: ["PATH": Fuzzer.path.joined(separator: ":")],
            within: .seconds(900))
        #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
        let parsers = ending.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(parsers == ["vcard", "kept", "jcard", "csv", "json"])
    }
}

private enum Fuzzer {
    static let script = "\(#filePath.split(separator: "/InterchangeTests/")[0])/Fuzzing/fuzz"
    static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)

    static let isThere = ["bash", "swiftc", "clang", "ld.lld"].allSatisfy { tool in
        path.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
    }
}
