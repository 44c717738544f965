import Display
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite("JSON")
struct JSONTests {
    @Test("Every page is valid JSON without duplicate keys", arguments: 0..<150)
    func parses(seed: UInt64) async throws {
        var pages = HostilePages(seed: seed)
        let page = pages.page()
        let value = try JSONReader.value(of: Array(try await shown(page, as: .json).utf8))
        #expect(value.repeatedKeys.isEmpty)
        for line in try await shown(page, as: .ndjson).rows {
            #expect(try JSONReader.value(of: Array(line.utf8)).members != nil)
        }
    }

    @Test("A JSON table contains the fields of all rows", arguments: 0..<30)
    func tables(seed: UInt64) async throws {
        var pages = HostilePages(seed: seed)
        let table = pages.table()
        let value = try JSONReader.value(of: Array(try await shown(Page("", [.table(table)]), as: .json).utf8))
        #expect(value.array?.count == table.rows.count)
        for (row, object) in zip(table.rows, value.array ?? []) {
            #expect(object.members?.map(\.key) == row.fields.map(\.key))
            for field in row.fields {
                if case .text(let text) = field.value { #expect(object[field.key]?.string == text) }
            }
        }
    }

    @Test("JSON, NDJSON, and CSV omit fields intended for people", arguments: [Format.json, .ndjson, .csv, .csvRaw])
    func hints(format: Format) async throws {
        let row = Row([Field("name", "Name", .text("Leia")), Field("hint", "Hint", .text("look"), for: .people)])
        let page = Page("", [.table(Table("persons", columns: [Column("name", "Name")], rows: [row]))])
        let text = try await shown(page, as: format)
        #expect(text.contains("Leia") && !text.contains("hint") && !text.contains("look"))
    }

    @Test("Values have the corresponding JSON types")
    func values() async throws {
        let fields: [Field] = [
            Field("id", "ID", .text("persons/7")), Field("none", "", .none),
            Field("mass", "", .quantity(Quantity(5.9722e24, unit: "kg"))),
            Field("birthday", "", .date(iso: "--05-04", words: "4 May")),
            Field("home", "", .reference(RecordLink(address: "planets/19", name: "Alderaan"))),
            Field("emails", "", .list([.labeled("work", .text("a@b.example"))])), Field("phones", "", .list([])),
            Field("favorite", "", .flag(true)),
            Field("place", "", .parts([Field("city", "", .text("Aldera")), Field("code", "", .none)])),
        ]
        #expect(
            try await shown(Page("Leia", [.record(fields)]), as: .ndjson)
                == #"{"id":"persons/7","none":null,"mass":5.9722e+24,"birthday":"--05-04","#
                + #""home":{"id":"planets/19","name":"Alderaan"},"emails":[{"label":"work","value":"a@b.example"}],"#
                + #""phones":[],"favorite":true,"place":{"city":"Aldera","code":null}}"# + "\n"
        )
    }

    @Test("Each block of a page has its own key, and a page with only text becomes a message")
    func parts() async throws {
        let page = Page("", [.table(.counting(to: 1)), .table(.counting(to: 2)), .prose("Hello")])
        let value = try JSONReader.value(of: Array(try await shown(page, as: .json).utf8))
        #expect(value.members?.map(\.key) == ["numbers", "numbers2", "text"])
        #expect(try await shown(Page("Saved", [.prose("Hello")]), as: .ndjson) == "{\"message\":\"Hello\"}\n")
        let message = try JSONReader.value(of: Array(try await shown(Page("Saved"), as: .json).utf8))
        #expect(message["message"]?.string == "Saved")
    }

    @Test("JSON output of a record omits fields intended for people, and text output omits those intended for programs")
    func record() async throws {
        let fields = [
            Field("name", "Name", .text("Leia"), for: .programs), Field("title", "Title", .text("Senator")),
            Field("hint", "Hint", .text("Look here"), for: .people),
        ]
        let page = Page("Leia", [.record(fields), .table(.counting(to: 2))])
        let value = try JSONReader.value(of: Array(try await shown(page, as: .json).utf8))
        #expect(value.members?.map(\.key) == ["name", "title"])
        let card = try await shown(page, as: .table)
        #expect(card.contains("Look here") && !card.contains("Name  "))
    }
}
