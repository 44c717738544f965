/// The vCards used by the command benchmarks.
enum BenchmarkCard {
    /// Returns a card of 13 lines.
    static func text(_ number: Int) -> String {
        text([
            "UID:benchmark-\(number)", "N:Family\(number);Given\(number % 997);;;",
            "FN:Given\(number % 997) Family\(number)", "TEL;TYPE=CELL:+1555\(1_000_000 + number)",
            "EMAIL;TYPE=WORK:g\(number)@example.org", "ADR;TYPE=HOME:;;Street \(number);Berlin;;10115;Germany",
            "ORG:Organization \(number % 499)", "TITLE:Engineer", "CATEGORIES:Everyone", "NOTE:Note \(number)",
        ])
    }

    static func text(_ lines: [String]) -> String {
        (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD"]).map { $0 + "\r\n" }.joined()
    }
}
