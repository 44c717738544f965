import TestSupport
import Testing

@Suite("Multistatus fuzzing")
struct MultistatusFuzzingTests {
    @Test(
        "Parsed samples and random variations of them satisfy the required properties", .long("random variations"),
        arguments: ServerSample.all)
    func variations(sample: ServerSample) throws {
        var generator = SeededGenerator(seed: 1)
        let bytes = Array(sample.changes.utf8)
        try MultistatusProperties.check(bytes)
        let others = Array("<>/&;\"'%:.?# 0aD\u{1}".utf8)
        for _ in 0..<(try min(10_000, Soak.times(atLeast: 200, byDefault: 50))) {
            var changed = bytes
            for _ in 0...generator.number(below: 4) {
                changed[generator.number(below: changed.count)] = generator.pick(others)
            }
            try MultistatusProperties.check(changed)
        }
    }
}
