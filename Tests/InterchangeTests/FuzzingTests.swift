import FoundationEssentials
import TestSupport
import Testing

@Suite("Fuzzing", .long("random inputs for each parser"))
struct FuzzingTests {
    @Test(
        "The parser properties hold for the corpus and random variations of it",
        arguments: ["vcard", "kept", "jcard", "jscontact", "ldif", "csv", "catalog", "json"])
    func corpus(parser: String) throws {
        var generator = SeededGenerator(seed: 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: Fuzzer.folder + "/Corpus").sorted()
        for name in names where name.hasPrefix(parser) {
            let bytes = Array(try Data(contentsOf: URL(filePath: "\(Fuzzer.folder)/Corpus/\(name)")))
            try ParserProperties.check(bytes, parser: parser)
            for _ in 0..<(try min(10_000, Soak.times(atLeast: 20, byDefault: 2))) {
                var changed = bytes
                for _ in 0...generator.number(below: 4) where !changed.isEmpty {
                    changed[generator.number(below: changed.count)] = UInt8(generator.number(below: 256))
                }
                try ParserProperties.check(changed, parser: parser)
            }
        }
    }

    @Test(
        "libFuzzer does not find problems in any parser",
        .enabled(if: try Soak.isLong, "runs with ALMANAC_SOAK=100"),
        .enabled(if: Fuzzer.isInstalled, "needs bash, swiftc, clang, and lld"))
    func libFuzzer() throws {
        let runs = try Soak.times(atLeast: 500)
        let ending = try ChildProcess.run(
            Fuzzer.folder + "/fuzz", ["--runs", "\(runs)"],
            environment: ["PATH": Fuzzer.path.joined(separator: ":")], timeout: .seconds(900 + runs / 5))
        #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
        let parsers = ending.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(parsers == ["vcard", "kept", "jcard", "jscontact", "ldif", "csv", "catalog", "json", "multistatus"])
    }

    @Test(
        "libFuzzer finds the seeded bug in each parser",
        .enabled(if: try Soak.isLong, "runs with ALMANAC_SOAK=100"),
        .enabled(if: Fuzzer.isInstalled, "needs bash, swiftc, clang, and lld"))
    func seededBugs() throws {
        let ending = try ChildProcess.run(
            Fuzzer.folder + "/fuzz", ["--seeded-bugs", "--runs", "2000"],
            environment: ["PATH": Fuzzer.path.joined(separator: ":")], timeout: .seconds(900))
        #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
        #expect(ending.output.split(separator: "\n").count { $0.hasSuffix("found: yes") } == 9)
    }
}

private enum Fuzzer {
    static let folder = "\(#filePath.split(separator: "/InterchangeTests/")[0])/Fuzzing"
    static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)

    static let isInstalled = ["bash", "swiftc", "clang", "ld.lld"].allSatisfy { tool in
        path.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
    }
}
