import Interchange
import Model
import Testing
import Text

@Suite("Mac Roman and Windows-1252 in CSV files")
struct TableEncodingTests {
    private static let macRoman: [Character: UInt8] = [
        "Ä": 0x80, "É": 0x83, "Ö": 0x85, "á": 0x87, "à": 0x88, "ä": 0x8A, "ç": 0x8D, "é": 0x8E, "ë": 0x91, "í": 0x92,
        "î": 0x94, "ñ": 0x96, "ó": 0x97, "ò": 0x98, "ö": 0x9A, "ú": 0x9C, "ü": 0x9F, "ß": 0xA7, "ø": 0xBF, "“": 0xD2,
        "”": 0xD3, "’": 0xD5, "Á": 0xE7,
    ]

    private static let windows: [Character: UInt8] = [
        "Š": 0x8A, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "–": 0x96, "—": 0x97, "™": 0x99, "š": 0x9A,
        "œ": 0x9C, "ž": 0x9E, "®": 0xAE, "ä": 0xE4, "ö": 0xF6, "É": 0xC9, "é": 0xE9,
    ]

    private func read(_ names: String..., in letters: [Character: UInt8]) throws -> (
        names: [String], warnings: [String]
    ) {
        let text = "Nickname,Email\n" + names.map { "\($0),a@x.example\n" }.joined()
        let bytes: [UInt8] = text.flatMap { letter in letters[letter].map { [$0] } ?? Array(letter.utf8) }
        let cards = try readTable(bytes).cards
        return (cards.map(\.person.name.nickname), cards.flatMap { $0.warnings.map(\.sentence.description) })
    }

    @Test(
        "A single word in Mac Roman is recognized",
        arguments: [
            "Köln", "Jörg", "Björn", "Götz", "schön", "Müller", "José", "Céline", "Straße", "Groß", "Juárez", "Nicolò",
            "Søren", "François", "“Maxi”", "Anna’s", "Ángela José", "Éric", "“Jürgen”",
        ])
    func evidentMacRoman(name: String) throws {
        let (names, warnings) = try read(name, in: Self.macRoman)
        #expect(names == [name] && warnings == [])
    }

    @Test(
        "A single word in Windows-1252 is recognized",
        arguments: [
            "Škoda", "Janša", "Kušnir", "Aleš", "Žižek", "Anže", "Saša", "Tšehhi", "Smrž", "Krš", "sœur", "Jörg",
            "JOSÉ",
            "O’Neil", "Anna’s", "l’eau", "“Maxi”", "Lego®", "iPhone™", "André", "Käthe", "A – B",
        ])
    func evidentWindows(name: String) throws {
        let (names, warnings) = try read(name, in: Self.windows)
        #expect(names == [name] && warnings == [])
    }

    @Test(
        "A word that both encodings allow is read as Windows-1252 with a warning unless another word is unambiguous",
        arguments: [
            ("Möller", "Mšller"), ("Schröder", "Schršder"), ("García", "Garc’a"), ("Muñoz", "Mu–oz"), ("León", "Le—n"),
            ("Jesús", "Jesœs"), ("Bogotá", "Bogot‡"), ("Daniël", "Dani‘l"), ("Öztürk Köhler", "Öztürk Köhler"),
            ("Österreich", "…sterreich"),
        ])
    func doubt(name: String, other: String) throws {
        let (names, warnings) = try read(name, in: Self.macRoman)
        #expect(names == [other])
        #expect(warnings.isEmpty == (name == other))
        if name != other {
            #expect(
                warnings == [
                    """
                    The encoding is not certain: “\(other)” can also be “\(name)”. Use --encoding mac-roman or --encoding \
                    windows-1252 to set it.
                    """
                ])
        }
        let decided = try read(name, "José", in: Self.macRoman)
        #expect(decided.names == [name, "José"] && decided.warnings == [])
    }

    @Test("A specified encoding is used without a warning", arguments: [TableEncoding.windows1252, .macRoman])
    func specified(encoding: TableEncoding) throws {
        let bytes = Array("Name,Email\nM".utf8) + [0x9A] + Array("ller,a@x.example\n".utf8)
        let cards = try readTable(bytes, encoding: encoding).cards
        #expect(cards.map(\.person.title) == [encoding == .macRoman ? "Möller" : "Mšller"])
        #expect(cards.first?.warnings == [])
    }

    @Test("Mac Roman and Windows-1252 are distinguished")
    func macRoman() throws {
        let text = "Name;Straße;Notiz\nJürg Möller;Königsallee 1;René, Ärzte\nBjörn Åse;;Café\n"
        let mac: [Character: UInt8] = ["ü": 0x9F, "ö": 0x9A, "ß": 0xA7, "é": 0x8E, "Ä": 0x80, "Å": 0x81]
        let windows: [Character: UInt8] = ["ü": 0xFC, "ö": 0xF6, "ß": 0xDF, "é": 0xE9, "Ä": 0xC4, "Å": 0xC5]
        for letters in [mac, windows] {
            let bytes: [UInt8] = text.flatMap { letter -> [UInt8] in letters[letter].map { [$0] } ?? Array(letter.utf8)
            }
            for size in [5, 1 << 16] {
                let cards = try readTable(bytes, inChunksOf: size).cards
                #expect(cards.map(\.person.title) == ["Jürg Möller", "Björn Åse"])
                #expect(cards.map(\.notes) == [["René, Ärzte"], ["Café"]])
                #expect(cards.first?.person.addresses.first?.value.street == "Königsallee 1")
            }
        }
        let oneName = Array("Name\rJ".utf8) + [0x9F] + Array("rgen K".utf8) + [0x9A] + Array("hler\r".utf8)
        #expect(try readTable(oneName).cards.map(\.person.title) == ["Jürgen Köhler"])
        let german: [Character: UInt8] = ["ü": 0xFC, "ä": 0xE4, "„": 0x84, "“": 0x93, "•": 0x95]
        let notes = "Name;Notiz\nJürgen Müller;x\nMax Bauer;„Maxi“ •Chef\nKäthe Jäger;y\n"
        for text in [notes, notes.replacing("Jürgen Müller", with: "Ann Archer")] {
            let bytes = text.flatMap { letter in german[letter].map { [$0] } ?? Array(letter.utf8) }
            let cards = try readTable(bytes).cards
            #expect(cards.last?.person.title == "Käthe Jäger" && cards[1].notes == ["„Maxi“ •Chef"])
        }
        let quotes = Array("Name\nAnn O".utf8) + [0x92] + Array("Neil ".utf8) + [0x96] + Array(" Ltd\n".utf8)
        #expect(try readTable(quotes).cards.first?.person.organization == "Ann O’Neil – Ltd")
    }
}
