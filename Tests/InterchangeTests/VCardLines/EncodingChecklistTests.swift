import Interchange
import Model
import Testing
import Text

/// Rows V1 to V5 of Tests/Checklist.md: bytes, lines, and versions.
@Suite("Bytes and lines: checklist rows V1 to V5")
struct EncodingChecklistTests {
    @Test("V1 A fold within a multibyte character is removed before decoding") func foldInACharacter() throws {
        var bytes = Array("BEGIN:VCARD\r\nVERSION:3.0\r\nN:;\r\nFN:Jos".utf8)
        bytes += [0xC3] + Array("\r\n ".utf8) + [0xA9] + Array(" Ma\r\n\t rt\u{ED}\r\nEND:VCARD\r\n".utf8)
        let card = try #require(try CardReadResult(bytes).cards.first)
        #expect(card.person.title == "José Ma rtí")
        #expect(card.person.card[3] == "FN:José Ma rtí")
    }

    @Test(
        "V2 Raw, quoted-printable, and base64 text is decoded in its declared or detected encoding",
        arguments: [
            ("NOTE;ENCODING=QUOTED-PRINTABLE:Now is=\r\n the time =\r\n  for=0D=0Aall", "Now is the time   for\nall"),
            ("NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:K=F6ln", "Köln"),
            ("NOTE;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83=81=83=82", "メモ"),
            ("NOTE;QUOTED-PRINTABLE;CHARSET=windows-1252:=93x=94 =80", "“x” €"),
            ("NOTE;ENCODING=QUOTED-PRINTABLE:Krak=F3w", "Kraków"),
            ("NOTE;ENCODING=QUOTED-PRINTABLE:100 =ZZ=", "100 =ZZ"),
            ("NOTE;CHARSET=windows-1255;ENCODING=QUOTED-PRINTABLE:=F9=F8=E4", "שרה"),
            ("NOTE;CHARSET=windows-1258;ENCODING=QUOTED-PRINTABLE:Hu=EA", "Huê"),
            ("NOTE;CHARSET=UTF-7;ENCODING=QUOTED-PRINTABLE:J+APY-rg", "Jörg"),
            ("NOTE;CHARSET=HZ-GB-2312:~{<:Ky2;VA~}~~", "己所不至~"),
            ("NOTE;CHARSET=HZ-GB-2312:Mo ~{<:Ky~} Zi", "Mo 己所 Zi"),
            ("NOTE;CHARSET=ISO-2022-JP:\u{1B}$BNkLZ\u{1B}(B", "鈴木"), ("NOTE:\u{1B}$BNkLZ\u{1B}(B", "鈴木"),
            ("NOTE;CHARSET=ISO-2022-KR:\u{1B}$)C\u{0E}1hCVB7\u{0F}", "김최쨌"),
            ("NOTE;CHARSET=US-ASCII:Jörg", "Jörg"), ("NOTE;CHARSET=ISO-8859-1:Jörg", "Jörg"),
            ("NOTE;ENCODING=BASE64:SsO2cmc=\r\n", "Jörg"), ("NOTE;CHARSET=ISO-8859-1;ENCODING=B:SvZyZw==\r\n", "Jörg"),
        ])
    func quotedPrintable(line: String, text: String) throws {
        #expect(try CardReadResult.card("2.1", [line]).notes == [text])
    }

    @Test("V2 Text that is incorrectly declared as UTF-8 is decoded with a warning")
    func contradictedEncoding() throws {
        let card = try CardReadResult.card("2.1", ["N:A", "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:K=F6ln"])
        #expect(card.notes == ["Köln"])
        #expect(
            card.warnings == [
                CardWarning(line: 4, "NOTE is not valid text in the encoding “UTF-8”. Its encoding was guessed.")
            ])
    }

    @Test("V2 A line with an unknown encoding is kept with a warning") func unknownCharset() throws {
        let card = try CardReadResult.card("2.1", ["FN:A", "NOTE;CHARSET=KLINGON;ENCODING=QUOTED-PRINTABLE:=E9"])
        #expect(card.notes == [])
        #expect(card.person.card[3] == "NOTE;CHARSET=KLINGON;ENCODING=QUOTED-PRINTABLE:=E9")
        #expect(card.warnings.map(\.line) == [4])
        #expect(card.warnings[0].sentence.contains("KLINGON"))
    }

    @Test("V2 Bytes that are invalid in the declared encoding are reported", arguments: CardVersion.allCases)
    func malformed(version: CardVersion) throws {
        let line = "NOTE;CHARSET=EUC-JP;ENCODING=QUOTED-PRINTABLE:=FF=FE"
        let card = try CardReadResult.card("2.1", ["N:A", "FN:A", line])
        #expect(card.person.card[4] == line)
        #expect(
            card.warnings.map(\.sentence) == ["NOTE is not valid text in the encoding “EUC-JP”. It was kept unchanged."]
        )
        let losses = CardRoundTrip.written(card, .vCard(version)).losses.map(\.sentence)
        #expect(losses == (version == .v21 ? [] : ["NOTE is not valid text in the encoding “EUC-JP” and was removed."]))
    }

    @Test(
        "V2 Undeclared Shift_JIS and Windows-1252 are detected and written back unchanged",
        arguments: [
            ([0x88, 0xC0, 0x93, 0xA1, 0x83, 0x8D, 0x83, 0x43, 0x83, 0x68], "安藤ロイド"),
            ([0x4B, 0xF6, 0x6C, 0x6E], "Köln"), ([0x93, 0x41, 0x6E, 0x6E, 0x61, 0x94], "“Anna”"),
            ([0xE9, 0x6C, 0xE8, 0x76, 0x65], "élève"),
            (Array("Se".utf8) + [0xE1] + Array("n O".utf8) + [0x92] + Array("Casey".utf8), "Seán O’Casey"),
            (Array("Rock ".utf8) + [0x92] + Array("n".utf8) + [0x92] + Array("Roll".utf8), "Rock ’n’Roll"),
            ([0x8E, 0x69, 0x9E, 0x65, 0x6B], "Žižek"), (Array("s".utf8) + [0x9C] + Array("ur".utf8), "sœur"),
            ([0x92, 0x86, 0x91, 0xBA], "中村"), ([0x97, 0xD1], "林"), (Array("Mr ".utf8) + [0x83, 0x4A], "Mr カ"),
        ] as [([UInt8], String)])
    func rawBytes(bytes: [UInt8], text: String) throws {
        let card = Array("BEGIN:VCARD\r\nVERSION:2.1\r\nNOTE:".utf8) + bytes + Array("\r\nEND:VCARD\r\n".utf8)
        let read = try #require(try CardReadResult(card).cards.first)
        #expect(read.notes == [text])
        #expect(CardRoundTrip.written(read, .asItCame(otherwise: .v40)).bytes == card)
        #expect(CardText.bytes(of: read.person.card[2]) == Array("NOTE:".utf8) + bytes)
    }

    @Test("V3 A byte-order mark is dropped, and UTF-16 is decoded", arguments: [1, 3, 4096]) func byteOrderMarks(
        chunk: Int
    )
        throws
    {
        let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ōe;Kenzaburō 😀;;;\r\nEND:VCARD\r\n"
        #expect(try CardReadResult("\u{FEFF}" + text, chunk: chunk).cards[0].person.name.family == "Ōe")
        for isBigEndian in [true, false] {
            let units = Array(("\u{FEFF}" + text).utf16)
            let bytes = units.flatMap { unit -> [UInt8] in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? pair : pair.reversed()
            }
            let card = try #require(try CardReadResult(bytes, chunk: chunk).cards.first)
            #expect(card.person.name.given == "Kenzaburō 😀")
            #expect(card.person.card[0] == "BEGIN:VCARD")
        }
    }

    @Test("V3 Concatenated files may each have a byte-order mark", arguments: [1, 4096])
    func byteOrderMarksBetween(chunk: Int) throws {
        func file(_ name: String) -> String { "\u{FEFF}BEGIN:VCARD\r\nN:\(name)\r\nEND:VCARD\r\n" }
        let cards = try CardReadResult(file("A") + file("B") + "\u{FEFF}\r\n" + file("C"), chunk: chunk)
        #expect(cards.cards.map(\.person.title) == ["A", "B", "C"])
        #expect(cards.rejected == [])
        let open = try CardReadResult("BEGIN:VCARD\r\nN:A\r\n" + file("B"), chunk: chunk)
        #expect(open.cards.map(\.person.title) == ["B"] && open.rejected.count == 1)
        func array(_ name: String) -> String { "\u{FEFF}[\"vcard\",[[\"fn\",{},\"text\",\"\(name)\"]]]\n" }
        let arrays = try CardReadResult(array("A") + array("B"), chunk: chunk)
        #expect(arrays.cards.map(\.person.title) == ["A", "B"])
        #expect(arrays.rejected == [])
        let cut = try CardReadResult(array("A") + array("B").dropLast(3), chunk: chunk)
        #expect(cut.cards.count == 1 && cut.rejected.map(\.place.number) == [2])
    }

    @Test(
        "V4 Mixed line endings and a missing final line ending are accepted", arguments: ["\n", "\r", "\r\n", "\r\r\n"])
    func lineEnds(
        end: String
    ) throws {
        let lines = [
            "BEGIN:VCARD", "VERSION:3.0", "N:Organa;Leia;;;", "NOTE:one\(end) two", "END:VCARD", "BEGIN:VCARD", "N:;B",
            "END:VCARD",
        ]
        for chunk in [1, 2, 1000] {
            let reading = try CardReadResult(lines.joined(separator: end), chunk: chunk)
            #expect(reading.cards.map(\.person.title) == ["Leia Organa", "B"])
            #expect(reading.cards[0].notes == ["onetwo"])
        }
        let mixed = try CardReadResult("BEGIN:VCARD\rVERSION:3.0\nN:X;;;;\r\nEND:VCARD")
        #expect(mixed.cards.map(\.person.card) == [["BEGIN:VCARD", "VERSION:3.0", "N:X;;;;", "END:VCARD"]])
    }

    @Test("V5 A file may mix versions, and a missing version is read as 3.0 with a warning") func versions() throws {
        let cards = ["VERSION:2.1\nNOTE:a\\nb", "VERSION:3.0\nNOTE:a\\nb", "VERSION:4.0\nNOTE:a\\nb", "NOTE:a\\nb"]
        let reading = try CardReadResult(cards.map { "BEGIN:VCARD\n\($0)\nEND:VCARD\n" }.joined())
        #expect(reading.cards.map(\.version) == [.v21, .v30, .v40, .v30])
        #expect(reading.cards.map(\.notes) == [["a\\nb"], ["a\nb"], ["a\nb"], ["a\nb"]])
        #expect(reading.cards.map { $0.warnings.map(\.line) } == [[], [], [], [13]])
    }
}
