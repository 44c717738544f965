import Model
import Testing

@Suite("Where the values of a record are from")
struct FieldOriginsTests {
    private func step(_ number: Int64, _ command: String?, _ role: Step.Role = .edit) -> Step {
        Step(
            id: Step.ID(rawValue: number), time: Timestamp(rawValue: "2026-11-21T10:00:00.000Z"),
            origin: command.map { .command($0, by: nil) } ?? .outside, role: role, isUndone: false, records: 1)
    }

    private func change(
        _ action: RecordChange.Action, _ old: String, _ new: String, key: String = "massKg"
    ) -> RecordChange {
        RecordChange(
            record: Reference(address: Address(kind: .planet, number: 1), name: "Earth"), action: action,
            fields: [FieldChange(key: key, title: "Mass", old: old, new: new)])
    }

    @Test func `a value is of the step that gave it last`() {
        var origins = FieldOrigins()
        let (seed, edit, other) = (step(1, "seed solar"), step(2, "edit planets/1 massKg=2"), step(3, nil))
        origins.add(change(.added, "", "1"), by: seed)
        #expect(origins["massKg"] == seed && origins.byHand == [] && origins.beginning == seed)
        origins.add(change(.changed, "1", "2"), by: edit)
        #expect(origins["massKg"] == edit && origins.byHand == ["massKg"])
        origins.add(change(.changed, "2", "3"), by: other)
        #expect(origins["massKg"] == other && origins.byHand == ["massKg"])
        #expect(origins["radiusKm"] == nil)
    }

    @Test func `undone, it is of the step before, also where the record was gone meanwhile`() {
        var origins = FieldOrigins()
        let (seed, edit) = (step(1, "seed solar"), step(2, "edit planets/1 massKg=2"))
        origins.add(change(.added, "", "1"), by: seed)
        origins.add(change(.changed, "1", "2"), by: edit)
        origins.add(change(.changed, "2", "1"), by: step(3, "undo", .undo(of: edit.id)))
        #expect(origins["massKg"] == seed && origins.byHand == [])
        origins.add(change(.changed, "1", "2"), by: step(4, "redo", .redo(of: edit.id)))
        #expect(origins["massKg"] == edit)
        origins.add(change(.deleted, "2", ""), by: step(5, "delete planets/1 --yes"))
        origins.add(change(.added, "", "2"), by: step(6, "restore planets/1"))
        #expect(origins["massKg"] == edit)
        // Somebody who types what the catalogue said has said it.
        let again = step(7, "edit planets/1 massKg=1")
        origins.add(change(.changed, "2", "1"), by: again)
        #expect(origins["massKg"] == again)
    }

    @Test func `what is planted and imported is a catalogue's`() {
        for (command, isCatalogues) in [
            ("seed solar", true), ("import x.csv", true), ("import", true), ("imported", false), ("undo", false),
        ] {
            #expect(step(1, command).isOfCatalogue == isCatalogues, "\(command)")
        }
    }
}
