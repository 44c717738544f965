import Display
import Testing

@testable import Rendering

/// Complete output of the same pages, so that every value and separator is tested. Arrows represent tabs.
@Suite("Pages in every format")
struct FormatTests {
    private func text(_ page: Page, as format: Format) async throws -> String {
        try await shown(page, as: format, on: .wide(60, isTTY: false)).replacing("\t", with: "→")
    }

    @Test("A record with a value of each kind is rendered in each format", arguments: records)
    func record(format: Format, expected: String) async throws {
        #expect(try await text(ExamplePages.record, as: format) == expected)
    }

    @Test("A page with several blocks is rendered in each format", arguments: lists)
    func list(format: Format, expected: String) async throws {
        #expect(try await text(ExamplePages.list, as: format) == expected)
    }

    @Test("A page with only a title is rendered in each format", arguments: titles)
    func title(format: Format, expected: String) async throws {
        #expect(try await text(ExamplePages.title, as: format) == expected)
    }

    @Test("A single block is rendered without its name", arguments: blocks)
    func block(format: Format, index: Int, expected: String) async throws {
        #expect(try await text(Page("One", [ExamplePages.blocks[index]]), as: format) == expected)
    }

    private static let records: [(Format, String)] = [
        (
            .table,
            """
            Leia  persons/7  ★

              Text      a|b
              Words    two words
              Phone    +1 555 0101
              Remarks  **bold** text
              Integer  12,345
              Many     10,000+
              Number   0.5
              Whole    3
              Flag     no
              Mass     <2 +0.2 −0.1 M⊕ · 2° · 0.5×
              Date     21 November 2026
              Period   30 days
              Home     Alderaan · planets/19
              Email    work  a@b.example
                       c@d.example
              Numbers  1, 2
              Series   ▄ █
              Bar      ██
              Change   name: Luke -> Leia
              Added    name: -> Leia
              Place    Aldera, 7
              Hole     [example]
              Hint     for people

            """
        ),
        (
            .vertical,
            """
            Leia  persons/7  ★

              Text      a|b
              Words    two words
              Phone    +1 555 0101
              Remarks  **bold** text
              Integer  12,345
              Many     10,000+
              Number   0.5
              Whole    3
              Flag     no
              Mass     <2 +0.2 −0.1 M⊕ · 2° · 0.5×
              Date     21 November 2026
              Period   30 days
              Home     Alderaan · planets/19
              Email    work  a@b.example
                       c@d.example
              Numbers  1, 2
              Bar      ██
              Change   name: Luke -> Leia
              Added    name: -> Leia
              Place    Aldera, 7
              Hole     [example]
              Hint     for people

            """
        ),
        (
            .plain,
            """
            text→ a|b
            words→two words
            phone→+15550101
            prose→**bold**\\ntext
            integer→12345
            many→
            number→0.5
            whole→3
            flag→false
            mass→2
            date→2026-11-21
            period→30d
            home→planets/19→Alderaan
            email→a@b.example→work
            email→c@d.example
            numbers→1
            numbers→2
            series→1; ; 2.5
            bar→
            change→name: Luke -> Leia
            added→name: -> Leia
            place→Aldera, 7
            hidden→for programs

            """
        ),
        (
            .json,
            """
            {
            "text":" a|b",
            "none":null,
            "words":"two words",
            "phone":"+15550101",
            "prose":"**bold**\\ntext",
            "integer":12345,
            "many":null,
            "number":0.5,
            "whole":3,
            "flag":false,
            "mass":2,
            "date":"2026-11-21",
            "period":"30d",
            "home":{"id":"planets/19","name":"Alderaan"},
            "email":[{"label":"work","value":"a@b.example"},{"label":"","value":"c@d.example"}],
            "numbers":[1,2],
            "series":[1,null,2.5],
            "bar":null,
            "change":{"field":"name","old":"Luke","new":"Leia"},
            "added":{"field":"name","old":null,"new":"Leia"},
            "place":{"city":"Aldera","zip":null,"code":7},
            "hole":5,
            "hidden":"for programs"
            }

            """
        ),
        (
            .ndjson,
            """
            {"text":" a|b","none":null,"words":"two words","phone":"+15550101","prose":"**bold**\\ntext",\
            "integer":12345,"many":null,"number":0.5,"whole":3,"flag":false,"mass":2,"date":"2026-11-21",\
            "period":"30d","home":{"id":"planets/19","name":"Alderaan"},"email":[{"label":"work",\
            "value":"a@b.example"},{"label":"","value":"c@d.example"}],"numbers":[1,2],"series":[1,null,2.5],\
            "bar":null,"change":{"field":"name","old":"Luke","new":"Leia"},"added":{"field":"name","old":null,\
            "new":"Leia"},"place":{"city":"Aldera","zip":null,"code":7},"hole":5,"hidden":"for programs"}

            """
        ),
        (
            .csv,
            """
            text,none,words,phone,prose,integer,many,number,whole,flag,mass,date,period,home,email,numbers,series,\
            bar,change,added,place,hole,hidden
             a|b,,two words,+15550101,"**bold**
            text",12345,,0.5,3,false,2,2026-11-21,30d,Alderaan,work: a@b.example; c@d.example,1; 2,1; ; 2.5,,name: \
            Luke -> Leia,name: -> Leia,"Aldera, 7",5,for programs

            """
        ),
        (
            .markdown,
            """
            # Leia

            - **Text:**  a\\|b
            - **Words:** two words
            - **Phone:** +1 555 0101

            **Remarks**

            **bold**
            text

            - **Integer:** 12,345
            - **Many:** 10,000+
            - **Number:** 0.5
            - **Whole:** 3
            - **Flag:** no
            - **Mass:** \\<2 +0.2 −0.1 M⊕ · 2° · 0.5×
            - **Date:** 21 November 2026
            - **Period:** 30 days
            - **Home:** Alderaan
            - **Email:** work: a@b.example
            - **Email:** c@d.example
            - **Numbers:** 1
            - **Numbers:** 2
            - **Series:** ▄ █
            - **Bar:** ██
            - **Change:** name: Luke -\\> Leia
            - **Added:** name: -\\> Leia
            - **Place:** Aldera, 7
            - **Hint:** for people

            """
        ),
    ]

    private static let lists: [(Format, String)] = [
        (
            .table,
            """
            List

            Saved.
            Use “undo”.

            Name        Mass  Bar
            Leia          50  ████
            Han Solo  12,345  ████

            # Title

            Some *text*.

            let x
              = 1

              Name  yours   Leia
                    stored  (none)
              Mass  yours   1 kg
                    stored  ~2 kg

            Name        Mass  Bar
            Leia          50  ████
            Han Solo  12,345  ████

            No *one*.

            """
        ),
        (
            .vertical,
            """
            List

            Saved.
            Use “undo”.

              Name   Leia
              Mass   50
              Bar    50 %
              Extra  yes

              Name   Han Solo
              Mass   12,345
              Bar    50 %
              Extra  yes

            # Title

            Some *text*.

            let x
              = 1

              Name  yours   Leia
                    stored  (none)
              Mass  yours   1 kg
                    stored  ~2 kg

              Name   Leia
              Mass   50
              Bar    50 %
              Extra  yes

              Name   Han Solo
              Mass   12,345
              Bar    50 %
              Extra  yes

            No *one*.

            """
        ),
        (
            .plain,
            """
            Saved.
            Use “undo”.
            2 persons
            Leia→50
            Han Solo→12345
            # Title

            Some *text*.
            let x
              = 1
            field→yours→stored→yours basis→stored basis
            name→Leia→→→
            mass→1→2→measured→computed
            2 persons
            Leia→50
            Han Solo→12345

            """
        ),
        (
            .json,
            """
            {
            "text":"Saved.\\n\\nUse “undo”.",
            "persons":[{"name":"Leia","mass":50,"extra":true},{"name":"Han Solo","mass":12345,"extra":true}],
            "text2":"# Title\\n\\nSome *text*.",
            "text3":"let x\\n  = 1",
            "comparison":{"versions":["yours","stored"],"fields":{"name":["Leia",null],"mass":[1,2]},\
            "bases":{"name":[null,null],"mass":["measured","computed"]}},
            "persons2":[{"name":"Leia","mass":50,"extra":true},{"name":"Han Solo","mass":12345,"extra":true}],
            "empty":[]
            }

            """
        ),
        (
            .ndjson,
            """
            {"message":"Saved.\\n\\nUse “undo”."}
            {"name":"Leia","mass":50,"extra":true}
            {"name":"Han Solo","mass":12345,"extra":true}
            {"message":"# Title\\n\\nSome *text*."}
            {"message":"let x\\n  = 1"}
            {"versions":["yours","stored"],"fields":{"name":["Leia",null],"mass":[1,2]},"bases":{"name":[null,null],\
            "mass":["measured","computed"]}}
            {"name":"Leia","mass":50,"extra":true}
            {"name":"Han Solo","mass":12345,"extra":true}

            """
        ),
        (
            .csv,
            """
            part,message,name,mass,extra,field,yours,stored,yours basis,stored basis
            text,"Saved.

            Use “undo”.",,,,,,,,
            persons,,Leia,50,true,,,,,
            persons,,Han Solo,12345,true,,,,,
            text2,"# Title

            Some *text*.",,,,,,,,
            text3,"let x
              = 1",,,,,,,,
            comparison,,,,,name,Leia,,,
            comparison,,,,,mass,1,2,measured,computed
            persons2,,Leia,50,true,,,,,
            persons2,,Han Solo,12345,true,,,,,

            """
        ),
        (
            .markdown,
            """
            # List

            Saved.

            Use “undo”.

            | Name | Mass | Bar |
            | --- | --: | --- |
            | Leia | 50 | ████ |
            | Han Solo | 12,345 | ████ |

            # Title

            Some *text*.

            ```
            let x
              = 1
            ```

            |  | yours | stored |
            | --- | --- | --- |
            | Name | Leia |  |
            | Mass | 1 kg | ~2 kg |

            | Name | Mass | Bar |
            | --- | --: | --- |
            | Leia | 50 | ████ |
            | Han Solo | 12,345 | ████ |

            No \\*one\\*.

            """
        ),
    ]

    private static let titles: [(Format, String)] = [
        (
            .table,
            """
            Only a title

            """
        ),
        (
            .vertical,
            """
            Only a title

            """
        ),
        (
            .plain,
            """
            Only a title

            """
        ),
        (
            .json,
            """
            {
            "message":"Only a title"
            }

            """
        ),
        (
            .ndjson,
            """
            {"message":"Only a title"}

            """
        ),
        (
            .csv,
            """
            message
            Only a title

            """
        ),
        (
            .markdown,
            """
            # Only a title

            """
        ),
    ]

    private static let blocks: [(Format, Int, String)] = [
        (
            .json, 0,
            """
            {
            "message":"Saved.\\n\\nUse “undo”."
            }

            """
        ),
        (
            .json, 1,
            """
            [
            {"name":"Leia","mass":50,"extra":true},
            {"name":"Han Solo","mass":12345,"extra":true}
            ]

            """
        ),
        (
            .json, 2,
            """
            {
            "message":"# Title\\n\\nSome *text*."
            }

            """
        ),
        (
            .json, 3,
            """
            {
            "message":"let x\\n  = 1"
            }

            """
        ),
        (
            .json, 4,
            """
            {
            "versions":["yours","stored"],
            "fields":{"name":["Leia",null],"mass":[1,2]},
            "bases":{"name":[null,null],"mass":["measured","computed"]}
            }

            """
        ),
        (
            .json, 5,
            """
            [
            {"name":"Leia","mass":50,"extra":true},
            {"name":"Han Solo","mass":12345,"extra":true}
            ]

            """
        ),
        (
            .json, 6,
            """
            []

            """
        ),
        (
            .csv, 0,
            """
            message
            "Saved.

            Use “undo”."

            """
        ),
        (
            .csv, 1,
            """
            name,mass,extra
            Leia,50,true
            Han Solo,12345,true

            """
        ),
        (
            .csv, 4,
            """
            field,yours,stored,yours basis,stored basis
            name,Leia,,,
            mass,1,2,measured,computed

            """
        ),
        (
            .csv, 6,
            """
            name

            """
        ),
    ]
}
