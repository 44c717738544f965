import TestSupport
import Testing
import Text

@Suite struct FoldingTests {
    @Test(arguments: [
        ["jose", "José", "JOSÉ", "Jose\u{301}", "ＪＯＳＥ", "jo\u{200B}se", "jo\u{AD}se", "\u{FEFF}jose"],
        ["ежиков", "Ёжиков", "Е\u{308}жиков", "ЁЖИКОВ"],
        ["strasse", "Straße", "STRASSE", "STRAẞE"],
        ["lukasz", "Łukasz", "ŁUKASZ"],
        ["oeuvre", "Œuvre"], ["aether", "Æther"], ["thor", "Þor"], ["dordevic", "Đorđević"], ["soren", "Søren"],
        ["izmir", "İzmir", "ızmır", "IZMIR"],
        ["office", "oﬃce"], ["kepler-16 b", "Kepler-16\u{A0}b", "Ｋepler－16 b"],
        ["андрей", "АНДРЕЙ", "Андреи\u{306}", "Андре\u{418}\u{306}"],
        ["한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"],
        [
            "zeno", "ze\u{200B}no", "ze\u{200C}no", "z\u{2060}eno", "zen\u{FE0F}o", "\u{202A}zeno\u{202C}",
            "z\u{301}e\u{302}no",
        ],
        ["ﬃ", "ffi", "FFI"], ["ＡＢＣ１２３", "abc123"], ["ij", "ĳ", "Ĳ"], ["dz", "ǆ", "Ǆ"],
        ["ガ", "ｶﾞ", "カ\u{3099}"], ["σισυφος", "ΣΊΣΥΦΟΣ", "Σίσυφος"], ["שלום", "שָׁלוֹם"], ["احمد", "أحمد"],
    ])
    func `N5 Different spellings of a name are equal after folding`(spellings: [String]) {
        #expect(Set(spellings.map(Folding.fold)).count == 1)
    }

    @Test func `A long run of combining marks is removed`() {
        let marks = String(repeating: "\u{301}\u{323}", count: 5_000)
        #expect(Folding.fold("a\(marks)b") == "ab")
        #expect(Folding.words(of: "Zalgo\(marks) text") == ["zalgo", "text"])
    }

    @Test func `Appending a non-ASCII word does not change the other words`() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2_000 {
            let text = generator.text()
            #expect(Folding.words(of: text + " ж").dropLast() == Folding.words(of: text)[...])
        }
    }

    @Test func `Distinct Cyrillic and Devanagari spellings stay distinct, and Chinese characters are unchanged`() {
        #expect(Folding.fold("Андрей") != Folding.fold("Андреи"))
        #expect(Folding.fold("हिन्दी") != Folding.fold("हनद"))
        #expect(Folding.fold("漢字") == "漢字")
    }

    @Test func `Folding is idempotent for every scalar`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = Array(Folding.fold(String(scalar)).unicodeScalars)
            if once == [scalar] { continue }
            let twice = Array(Folding.fold(String(String.UnicodeScalarView(once))).unicodeScalars)
            if once != twice { Issue.record("U+\(String(value, radix: 16)): \(once) becomes \(twice)") }
        }
    }

    @Test func `Folding is idempotent for random text`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let once = Folding.fold(generator.text())
            #expect(Folding.fold(once).unicodeScalars.elementsEqual(once.unicodeScalars))
        }
    }

    @Test func `Folding lowercases letters, removes marks from Latin letters, and expands compatibility characters`() {
        #expect(Folding.fold("Ångström Ž ǅ Ⅳ ½ ①") == "angstrom z dz iv 1⁄2 1")
    }

    @Test(arguments: [
        ("Leia Organa-Solo", ["leia", "organa", "solo"]),
        ("R2-D2, C-3PO!", ["r2", "d2", "c", "3po"]),
        ("O’Brien", ["o", "brien"]), ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("  ", []), ("🎉", []), ("x²+1", ["x2", "1"]),
    ])
    func `Words are runs of letters and digits`(text: String, words: [String]) {
        #expect(Folding.words(of: text) == words)
    }

    @Test(arguments: [
        ("Kepler-16 b", "kepler16b"), ("kepler16b", "kepler16b"), ("KEPLER–16\u{A0}B", "kepler16b"),
        ("51 Peg b", "51pegb"),
        ("S/2025 U1", "s2025u1"), ("BD+20 2457 b", "bd+202457b"), ("BD-20 2457 b", "bd202457b"), ("…", "..."), ("", ""),
    ])
    func `Catalog keys ignore spaces and punctuation unless the name has no other characters`(
        name: String, key: String
    ) {
        #expect(Folding.catalogKey(name) == key)
    }
}
