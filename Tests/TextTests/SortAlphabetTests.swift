import Testing

@testable import Text

@Suite("Alphabetical order in different languages")
struct SortAlphabetTests {
    private func key(_ name: String, _ language: String) -> String {
        Folding.fold(SortAlphabet(language: language)?.ordered(name) ?? name)
    }

    @Test(
        "Names are sorted by the alphabet of the language, regardless of case and Unicode normal form",
        arguments: [
            ("sv", "Andersson Vik Wall Zorn Åberg Ärlig Öberg"), ("fi", "Aalto Zidan Åström Äijö Östman"),
            ("da", "Andersen Zeuthen Ærø Østergaard Aagaard Åkjær"), ("no", "Berg Zahl Ås"),
            ("es", "Nunez Nzo Ñañez Ochoa"),
            ("hu", "Cukor Czuczor Csala Dudás Gulyás Gyula Ottó Ősi Ötvös Pap Zuhany Zsolt"),
            ("hu", "Kossuth Kosz Kosszó Kosztka"), ("pl", "Czech Ćma Lis Luz Łoś Mak Zych Źrebak Żak"),
            ("cs", "Cyr Čapek Dvořák Hus Chalupa Ivan Zeman Žák"),
            ("et", "Saar Šmidt Zoom Tamm Wolf Õun Ärm Ööbik Üks Xu"),
            ("tr", "Cem Çelik Hakan Ilgaz Irmak İnan Jale Su Şahin"), ("lt", "Ylė Inis Ivan Jonas"),
            ("is", "Anna Ásta Baldur Zoé Þór Ævar Örn"), ("vi", "Anh Ăn Ân Ấp Dương Đặng Em"),
            ("ro", "Sava Șerban Tudor Țepeș Udrea"), ("hr", "Cvek Čop Ćosić Dujić Džaja Đurić Ljubić Mak"),
        ])
    func alphabets(language: String, names: String) {
        let names = names.split(separator: " ").map(String.init)
        #expect(names.shuffled().sorted { key($0, language) < key($1, language) } == names)
        for name in names {
            let lowercased = (language == "tr" ? name.replacing("I", with: "ı") : name).lowercased()
            #expect(key(lowercased, language) == key(name, language))
            let decomposed = name.replacing("Å", with: "A\u{30A}").replacing("Ö", with: "O\u{308}")
            #expect(key(decomposed, language) == key(name, language))
        }
    }

    @Test(arguments: ["de", "en", "fr", ""]) func `Accented letters are sorted like basic letters in other languages`(
        language: String
    ) {
        #expect(SortAlphabet(language: language) == nil)
        #expect(["Öberg", "Ober", "Oberg"].map { key($0, language) } == ["oberg", "ober", "oberg"])
    }

    @Test("The sort language of a locale is a supported language or empty")
    func locales() {
        let locales = ["sv_SE.UTF-8", "nb_NO", "nn", "de_DE@euro", "C.UTF-8", "POSIX", "", "zz_ZZ", "../sv"]
        #expect(locales.map(SortAlphabet.language(ofLocale:)) == ["sv", "no", "no", "de", "", "", "", "", ""])
        #expect(!SortAlphabet.isKnown("") && !SortAlphabet.isKnown("SV"))
    }

    @Test("Text without letters specific to the language is only lowercased")
    func basicLetters() {
        for text in ["O'Brien-Smith 3", "d’Arc", "田中", "\u{301}", "{a"] {
            #expect(SortAlphabet(language: "sv")?.ordered(text) == text.lowercased())
        }
        #expect(SortAlphabet(language: "hu")?.ordered("") == "")
    }
}
