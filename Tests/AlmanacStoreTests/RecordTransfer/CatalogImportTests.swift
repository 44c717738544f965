import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Importing planet catalogs")
struct CatalogImportTests {
    private let store: TemporaryStore

    init() async throws { store = try await TemporaryStore() }

    private func importText(
        _ text: String, onDuplicate policy: DuplicatePolicy
    ) async throws -> CatalogReport {
        try await store.imports.importCatalogs(
            [CatalogStream(catalog: Array(text.utf8))], onDuplicate: DuplicateDecisions(policy),
            reportingTo: ImportListener(), in: CommandContext("import planets.csv", by: nil))
    }

    private func importText(
        _ text: String, into other: TemporaryStore? = nil, isDryRun: Bool = false
    ) async throws -> CatalogReport {
        try await CommandContext.$current.withValue(CommandContext("import planets.csv", by: nil, isDryRun: isDryRun)) {
            try await (other ?? store).imports.importCatalogs([CatalogStream(catalog: Array(text.utf8))])
        }
    }

    private func planet(_ name: String) async throws -> Record<Planet> {
        let found = try await store.planets.named(name)
        return try await store.planets.record(try #require(found.first.flatMap { Planet.ID($0.id) }))
    }

    private static let header = "name,kind,status,mass_kg,radius_km,distance_pc,estimated,aliases,source\n"
    private static let first = """
        Kepler-90 b,exoplanet,candidate,1e25,8000,855,mass,KOI-351 b,nea
        Kepler-90 c,exoplanet,confirmed,2e25,7000,855,,,nea
        Dimidium,exoplanet,confirmed,8.9e26,,15.5,minimum-mass,51 Peg b,nea

        """

    @Test("Importing a catalog again changes nothing")
    func twice() async throws {
        #expect(try await importText(Self.header + Self.first).counts == [.added: 3])
        let before = try UserContent(of: store)
        #expect(try await importText(Self.header + Self.first).counts == [.same: 3])
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("An import reports added, changed, and missing planets and deletes nothing")
    func cases() async throws {
        _ = try await importText(Self.header + Self.first)
        let next = "KOI-351b,exoplanet,confirmed,1e25,8000,855,mass,Oldest|kepler-90 C,nea\nNew b,exoplanet,,,,,,,nea\n"
        let report = try await importText(Self.header + next)
        #expect(report.counts == [.added: 1, .changed: 1, .gone: 2])
        #expect(report.cases.filter { $0.kind == .gone }.map(\.record.name) == ["Dimidium", "Kepler-90 c"])
        let body = try await planet("Kepler-90 b")
        #expect(body.content.aliases == ["KOI-351 b", "Oldest"])
        #expect(
            report.warnings.reported.first?.sentence.description
                == "Skipped the name “kepler-90 C”: it belongs to Kepler-90 c (planets/2).")
        #expect(try await store.planets.count(.all) == 4)
        let change = try #require(report.cases.first { $0.kind == .changed })
        #expect(change.fields.map(\.key) == ["status", "aliases"])
        let steps = try await store.history.steps(about: body.recordID, at: .beginning, limit: 9)
        let changes = try await store.history.changes(of: body.recordID, in: steps.items.map(\.id))
        #expect(changes.values.joined().flatMap(\.fields).contains { $0.old == "candidate" && $0.new == "confirmed" })
    }

    @Test("An import keeps notes, custom fields, and values edited by hand")
    func byHand() async throws {
        _ = try await importText(Self.header + Self.first)
        var body = try await planet("Dimidium")
        body.distancePc = 15
        body.customFields = [Labeled("colour", "red")]
        let id = body.id
        let (version, content) = (body.version, body.content)
        let edited = try await CommandContext.$current.withValue(CommandContext("edit dimidium distancePc=15", by: nil))
        {
            try await store.planets.update(id, version: version, to: content)
        }
        var note = Note()
        note.text = "Look there."
        note.subject = edited.recordID
        _ = try await store.notes.add(note)
        let report = try await importText(Self.header + "51 Peg b,exoplanet,confirmed,9.9e26,,15.6,minimum-mass,,nea\n")
        #expect(report.kept == 1)
        #expect(report.cases.first { $0.kind == .changed }?.kept.map(\.key) == ["distancePc"])
        body = try await planet("Dimidium")
        #expect((body.distancePc, body.massKg) == (15, 9.9e26))
        #expect(body.customFields == edited.customFields)
        #expect(body.links.notes.first.count == 1)
        // After the edit is undone, a catalog may change the value again.
        let step = try await store.history.steps(about: id.recordID, at: .beginning, limit: 9).items.first { step in
            step.origin == .command("edit dimidium distancePc=15", by: nil)
        }
        _ = try await store.history.undo(try await store.history.nextUndo()?.id ?? Step.ID(rawValue: 0))
        _ = try await store.history.undo(try await store.history.nextUndo()?.id ?? Step.ID(rawValue: 0))
        let undone = try await CommandContext.$current.withValue(CommandContext("undo", by: nil)) {
            try await store.history.undo(try #require(step).id)
        }
        #expect(undone.records == 1)
        let again = try await importText(Self.header + "51 Peg b,exoplanet,confirmed,9.9e26,,15.6,minimum-mass,,nea\n")
        #expect(again.kept == 0)
        #expect(try await planet("Dimidium").distancePc == 15.6)
    }

    @Test("An import is recorded as one step, which can be undone and redone")
    func undone() async throws {
        _ = try await importText(Self.header + Self.first)
        let before = try UserContent(of: store)
        _ = try await importText(
            "pl_name,hostname,pl_bmassj,pl_bmassj_reflink\nKOI-351 c,Kepler-90,1,<a href=https://x.example>X</a>\n51 Peg b,51 Peg,2,\n"
        )
        let after = try UserContent(of: store)
        let step = try #require(try await store.history.nextUndo())
        #expect(step.origin == .command("import planets.csv", by: nil))
        _ = try await store.history.undo(step.id)
        #expect(try UserContent(of: store).differences(from: before) == [])
        _ = try await store.history.redo(step.id)
        #expect(try UserContent(of: store).differences(from: after) == [])
        #expect(try await planet("KOI-351 c").citations == [Labeled("massKg", "X, https://x.example")])
    }

    @Test("A dry run reports the changes without making them")
    func dryRun() async throws {
        _ = try await importText(Self.header + Self.first)
        let before = try UserContent(of: store)
        let report = try await importText(
            Self.header + "New b,exoplanet,,,,,,,nea\nDimidium,,,1,,,,,\n", isDryRun: true)
        #expect(report.counts == [.added: 1, .changed: 1, .gone: 2])
        #expect(try UserContent(of: store).differences(from: before) == [])
    }

    @Test("Rounding differences and new uncertainties alone are not reported as changes")
    func annotations() async throws {
        _ = try await importText(Self.header + Self.first)
        let header = "pl_name,sy_dist,sy_disterr1,sy_disterr2\n"
        let rows = "KOI-351 b,855.04,1,-2\nKepler-90 c,855.02,,\n51 Peg b,15.6,0.1,-0.1\n"
        let report = try await importText(header + rows)
        #expect(report.counts == [.annotated: 1, .same: 1, .changed: 1])
        #expect(report.rounded == 2)
        let change = try #require(report.cases.first { $0.kind == .changed })
        #expect(change.fields.map(\.key) == ["distancePc", "uncertainty"])
    }

    @Test("Missing planets are not reported if the file is a selection of the catalog")
    func selection() async throws {
        let rows = (1...30).map { "Star-\($0) b,exoplanet,confirmed,1e25,,,,,nea\n" }
        _ = try await importText(Self.header + rows.joined())
        let selection = try await importText(Self.header + rows.prefix(19).joined())
        #expect(selection.isSelection && selection.counts == [.same: 19])
        let complete = try await importText(Self.header + rows.prefix(20).joined())
        #expect(!complete.isSelection && complete.counts == [.same: 20, .gone: 10])
        let constrained = "# CONSTRAINT:  where (pl_rade > 1)\npl_name,pl_rade\nStar-1 b,2\n"
        #expect(try await importText(constrained).counts[.gone] == nil)
    }

    @Test("The planets that an import adds to a smart group or removes from it are reported")
    func groups() async throws {
        _ = try await importText(Self.header + Self.first)
        var group = Group()
        (group.name, group.planets) = ("Near", "distance < 100")
        let record = try await store.groups.add(group)
        (group.name, group.planets) = ("Far", "distance > 10000")
        _ = try await store.groups.add(group)
        let next = "Kepler-90 b,exoplanet,,,,90,,,nea\nDimidium,exoplanet,,,,155,,,nea\nNew b,exoplanet,,,,1,,,nea\n"
        let report = try await importText(Self.header + next)
        #expect(
            report.groups == [
                CatalogReport.GroupChange(
                    RecordReference(id: record.recordID, name: "Near"), added: ["Kepler-90 b", "New b"],
                    removed: ["Dimidium"])
            ])
    }

    private static let candidates = """
        toi,tfopwg_disp,ra,dec,pl_orbper,pl_orbpererr1,pl_orbpererr2,pl_rade
        1000.01,PC,112.357708,-12.695960,2.1713484,0.0001,-0.0001,5.8
        1000.02,PC,112.357708,-12.695960,9.5,0.0001,-0.0001,2

        """
    private static let named = """
        pl_name,hostname,ra,dec,pl_orbper,pl_orbpererr1,pl_orbpererr2,pl_rade
        HD 1 b,HD 1,112.3577,-12.6960,2.1715,0.0002,-0.0002,5.9

        """

    @Test("A row with the star and period of an existing planet but another name requires a decision")
    func renamed() async throws {
        #expect(try await importText(Self.candidates).counts == [.added: 2])
        let open = try await importText(Self.named)
        #expect(open.isOpen && open.undecided == 1 && open.counts[.possible] == 1)
        #expect(open.cases.first { $0.kind == .possible }?.fields.map(\.new) == ["HD 1 b"])
        #expect(try await store.planets.count(.all) == 2)
        #expect(try await importText(Self.named, onDuplicate: .skip).counts == [.possible: 1, .gone: 1])
        #expect(try await store.planets.count(.all) == 2)
        let merged = try await importText(Self.named, onDuplicate: .merge)
        #expect(!merged.isOpen && merged.counts[.changed] == 1 && merged.counts[.added] == nil)
        let body = try await planet("HD 1 b").content
        #expect(body.aliases == ["TOI-1000.01"] && body.status == .confirmed && body.parent == "HD 1")
        #expect(try await importText(Self.named).counts == [.same: 1, .gone: 1])
    }

    @Test("A planet with its own row, another period, or another star is not considered renamed")
    func notRenamed() async throws {
        _ = try await importText(Self.candidates)
        for (old, new) in [("2.1715,", "2.19,"), ("112.3577", "113.3577"), ("HD 1,112.3577,-12.6960", "HD 1,,")] {
            let report = try await importText(Self.named.replacing(old, with: new), isDryRun: true)
            #expect(report.counts[.added] == 1 && !report.isOpen, "\(new)")
        }
        let both = "pl_name,hostname,pl_orbper\nTwin b,TOI-1000,2.1713484\nTOI-1000.01,TOI-1000,2.1713484\n"
        let report = try await importText(both)
        #expect(report.counts[.added] == 1 && !report.isOpen)
        #expect(try await importText(Self.named, onDuplicate: .keepBoth).counts[.added] == 1)
    }

    @Test(
        "An import warns of transit midpoints that may be offset dates and of transit durations longer than the period")
    func transits() async throws {
        let header = "pl_name,hostname,pl_orbper,pl_tranmid,pl_trandur\n"
        let rows = "A b,A,3.5,55000.5,2\nA c,A,0.5,2455000.5,12.5\nA d,A,0.5,2455000.5,11.5\n"
        let report = try await importText(header + rows)
        #expect(report.warnings.reported.compactMap(\.place.line) == [2, 3])
        #expect(
            report.warnings.reported.map(\.sentence.description) == [
                """
                A b: The transit midpoint 55000.5 is not a Julian date after 2400000.5. It may be an offset date, such as \
                JD − 2400000.5.
                """,
                "A c: The transit duration of 12.5 h is longer than the period of 0.5 d.",
            ])
        // A value that is already known is not reported again.
        #expect(try await importText(header + rows).warnings.count == 0)
        let faults = try await store.planets.faults()
        #expect(Set(faults.map(\.name)).isSuperset(of: [.transitMidpoint, .transitDuration]))
    }

    @Test("Invalid rows are reported and do not stop the import")
    func rejected() async throws {
        _ = try await importText(Self.header + Self.first)
        let report = try await importText(
            Self.header + """
                51 Peg b,exoplanet,confirmed,9e26,,,,,nea
                Dimidium,exoplanet,confirmed,8e26,,,,,nea
                51 peg B,exoplanet,confirmed,8e26,,,,,nea
                Two b,exoplanet,maybe,,,,,,nea
                Three b,exoplanet,confirmed,,,,,Dimidium|Kepler-90 c,nea
                Four b,exoplanet,confirmed,,,,,,nea

                """)
        #expect(report.counts[.added] == 2 && report.counts[.changed] == 1 && report.rejections.count == 3)
        #expect(report.rejections.reported.map(\.place.line) == [3, 4, 6])
        #expect(
            report.rejections.reported.map(\.sentence.description) == [
                "Dimidium and the row at planets.csv:2 both match planets/3.",
                "Duplicate of planets.csv:2: 51 peg B.",
                "Three b matches several planets: Dimidium (planets/3), Kepler-90 c (planets/2).",
            ])
        #expect(report.warnings.reported.map(\.place) == [SourceLocation(file: "planets.csv", line: 5, column: 17)])
    }

    @Test("Importing the file of the loaded data set “exoplanets” reports no changes", .long("thousands of planets"))
    func seeds() async throws {
        let planted = try await TemporaryStore()
        let seed = try #require(EmbeddedSampleData.files(of: "exoplanets").first { $0.path.hasSuffix(".csv") })
        let rows = String(decoding: seed.bytes, as: UTF8.self).split(separator: "\n")
        let chosen = Soak.sample(Array(rows.dropFirst()), 100)
        let text = (rows.prefix(1) + chosen).joined(separator: "\n") + "\n"
        try await planted.seeds.load(.folder(path: planted.write(["planets.csv": text])))
        let report = try await importText(text, into: planted)
        #expect(report.counts == [.same: Soak.isOn ? 6_540 : 100])
        #expect(report.rejections.count + report.warnings.count + report.kept == 0)
    }
}
