import Glibc
import Interchange
import TestSupport

/// A benchmark of vCard parsing: its memory use, and its time compared with Python’s vobject.
enum CardParsingBenchmark {
    static func table(rounds: Int) throws -> String {
        let folder = try TemporaryFolder()
        let bytes = (0..<10_000).flatMap(card)
        try folder.write(bytes, to: "cards.vcf")

        var (own, others): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            let clock = ContinuousClock()
            own.append(try clock.measure { _ = try count(bytes, times: 1) } / .milliseconds(1))
            if let other = vobject(folder.file("cards.vcf")) { others.append(other) }
        }
        let peaks = try [1, 100].map { times in
            _ = try count(bytes, times: times)
            return peak()
        }
        let mine = own.median
        let comparison =
            others.isEmpty
            ? "vobject is not installed"
            : "vobject \(Int(others.median)) ms, \(Int(others.median / mine)) times"
        return """
            | operation | result |
            | --- | --- |
            | 10,000 cards of 22 lines, read | \(Int(mine)) ms; \(comparison) |
            | peak memory after 10,000 and 1,000,000 cards | \(peaks[0]), \(peaks[1]) MiB |
            """
    }

    /// Returns the number of cards in a stream that repeats the bytes the given number of times.
    private static func count(_ bytes: [UInt8], times: Int) throws -> Int {
        var reader = CardReader(file: "cards.vcf")
        var cards = 0
        func countAvailable() throws {
            while let item = try reader.next() {
                if case .card = item { cards += 1 }
            }
        }
        for _ in 0..<times {
            for start in stride(from: 0, to: bytes.count, by: 65_536) {
                reader.feed(bytes[start..<min(start + 65_536, bytes.count)])
                try countAvailable()
            }
        }
        reader.finish()
        try countAvailable()
        return cards
    }

    private static func card(_ number: Int) -> [UInt8] {
        let lines = [
            "BEGIN:VCARD", "VERSION:3.0", "PRODID:-//Apple Inc.//iOS 5.0.1//EN", "UID:uid-\(number)",
            "N:Family\(number);Given;Middle;Dr.;Jr.", "FN:Dr. Given Middle Family\(number) Jr.",
            "NICKNAME:Nick\(number)",
            "ORG:Acme\\, Inc.;Department \(number % 9)", "TITLE:Engineer",
            "EMAIL;TYPE=INTERNET,HOME:p\(number)@example.org",
            "EMAIL;TYPE=INTERNET;TYPE=WORK;TYPE=pref:p.\(number)@work.example",
            "TEL;TYPE=CELL,VOICE:+1 555 \(1_000_000 + number)",
            "TEL;TYPE=WORK,FAX:+1 555 \(2_000_000 + number)",
            "ADR;TYPE=HOME:;;\(number) Main Street;Zürich;ZH;8000;Switzerland",
            "item1.URL;type=pref:https://example.org/~\(number)", "item1.X-ABLabel:_$!<HomePage>!$_",
            "BDAY:19\(10 + number % 90)-0\(1 + number % 9)-1\(number % 9)", "CATEGORIES:Friends,Work",
            "NOTE:About \(number)\\nin two lines\\, and a rather long text that has to be folded\r\n  since it goes on",
            "REV:2012-03-05T13:32:54Z", "END:VCARD", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    // MARK: - Comparison

    /// Returns the time in milliseconds that vobject takes, or `nil` if it is not installed for the Python interpreter,
    /// which is the value of `ALMANAC_PYTHON` or `python3`.
    private static func vobject(_ file: String) -> Double? {
        let python = getenv("ALMANAC_PYTHON").map { String(cString: $0) } ?? "python3"
        let program = """
            import vobject, time, sys
            start = time.perf_counter()
            sum(1 for card in vobject.readComponents(open(sys.argv[1], newline="")))
            print((time.perf_counter() - start) * 1000)
            """
        guard let pipe = popen("'\(python)' -c '\(program)' '\(file)' 2>/dev/null", "r") else { return nil }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = fread(&buffer, 1, buffer.count, pipe)
        guard pclose(pipe) == 0 else { return nil }
        return Double(String(decoding: buffer[..<count].filter { $0 > 0x20 }, as: UTF8.self))
    }

    private static func peak() -> Int {
        var usage = rusage()
        return getrusage(RUSAGE_SELF.rawValue, &usage) == 0 ? usage.ru_maxrss / 1_024 : 0
    }
}
