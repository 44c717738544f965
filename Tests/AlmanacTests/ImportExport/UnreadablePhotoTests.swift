import FoundationEssentials
import Interchange
import Model
import TestSupport
import Testing

@testable import Almanac

/// Exports with a missing or damaged photo.
struct UnreadablePhotoTests {
    private func app(isDamaged: Bool = false) async throws -> TestApp {
        var app = try await TestApp(isInteractive: false)
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])
        try png.write(to: URL(filePath: app.temporary.folder + "/face.png"))
        try await app.send("photo persons/1 face.png")
        let id = try #require(try await app.services.persons.record(Person.ID(rawValue: 1)).content.photo?.rawValue)
        let path = "\(app.temporary.path).photos/\(id.prefix(2))/\(id)"
        try FileManager.default.removeItem(atPath: path)
        if isDamaged { try (png + [2]).write(to: URL(filePath: path)) }
        return app
    }

    @Test(arguments: ["vcard", "jcard", "csv"])
    func `Contacts are exported even if a photo is missing`(format: String) async throws {
        var app = try await app()
        try await app.send("export --as \(format) --to all")
        let losses = app.stage.notice?.tables.last?.rows ?? []
        #expect(
            losses.contains { $0["name"].words == "Leia Organa" && $0["sentence"].words.contains("does not contain") })
        let text = try String(contentsOf: URL(filePath: app.temporary.folder + "/all"), encoding: .utf8)
        #expect(text.contains("Organa") && text.contains("Solo"))
    }

    @Test func `The message about lost values names the first value and states the total number`() {
        var tally = ExportTally()
        #expect(tally.lossSentence == nil)
        tally.add([CardLoss(title: "Leia", property: "GENDER", sentence: "No attribute.")])
        #expect(tally.lossSentence?.description == "Some values cannot be exported. Leia: No attribute.")
        tally.add([CardLoss](repeating: CardLoss(title: "Luke", property: "TZ", sentence: "No column."), count: 120))
        #expect(
            tally.lossSentence?.description
                == "Some values cannot be exported. Leia: No attribute. Use “--to FILE” to list all 121 values.")
    }

    @Test func `The page of an export has one row for each kind of lost value, with its number and the first names`() {
        var tally = ExportTally()
        for name in ["Leia", "Luke", "Han", "Mara", "Lando"] {
            tally.add([CardLoss(title: name, property: "X-ALMANAC-PLANET", sentence: "No planet.")])
        }
        tally.add([CardLoss(title: "Leia", property: "TZ", sentence: "No column.")])
        let page = tally.page("all.csv")
        let rows = page.tables.first?.rows ?? []
        #expect(rows.map { $0["sentence"].words } == ["No planet.", "No column."])
        #expect(rows.map { $0["count"].words } == ["5", "1"])
        #expect(rows.map { $0["name"].words } == ["Leia, Luke, Han, …", "Leia"])
        let rowsForPrograms = page.shown(to: .programs).tables.first?.rows ?? []
        #expect(rowsForPrograms.map { $0["name"].words } == ["Leia", "Luke", "Han", "Mara", "Lando", "Leia"])
        #expect(rowsForPrograms.first?["property"].words == "X-ALMANAC-PLANET")
    }

    @Test(arguments: [100, 101, 250])
    func `Only the first kinds of lost values are listed, with the total number`(count: Int) {
        var tally = ExportTally()
        for number in 1...count { tally.add([CardLoss(title: "Leia", property: "TZ", sentence: "No \(number).")]) }
        let table = tally.page("all.csv").tables.first
        #expect(table?.rows.count == 100 && table?.total == count)
    }

    @Test func `An export reports a damaged photo`() async throws {
        var app = try await app(isDamaged: true)
        try await app.send("export --to all")
        let losses = app.stage.notice?.tables.last?.rows ?? []
        #expect(losses.contains { $0["sentence"].words.contains("is damaged") })
    }

    @Test(arguments: ["json", "ndjson"])
    func `A full export with a missing photo is not reported as complete`(format: String) async throws {
        var app = try await app()
        try await app.send("export --as \(format) --to all")
        #expect(app.told?.contains("Exported everything") == false)
        #expect(app.told?.contains("1 photo was not exported: the photo of persons/1. ") == true)
    }
}
