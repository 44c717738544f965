import Model
import Testing

@Suite("Field provenance")
struct FieldProvenanceTests {
    private func step(_ number: Int64, _ command: String?, _ role: Step.Role = .edit) -> Step {
        Step(
            id: Step.ID(rawValue: number), time: Timestamp(rawValue: "2026-11-21T10:00:00.000Z"),
            origin: command.map { .command($0, by: nil) } ?? .outside, role: role, isUndone: false, records: 1)
    }

    private func change(
        _ action: RecordChange.Action, _ old: String, _ new: String, key: String = "massKg"
    ) -> RecordChange {
        RecordChange(
            record: RecordReference(id: RecordID(kind: .planet, number: 1), name: "Earth"), action: action,
            fields: [FieldChange(key: key, title: "Mass", old: old, new: new)])
    }

    /// Returns the field provenance after the given steps and changes, oldest first.
    private func origins(_ told: [(step: Step, change: RecordChange)]) -> FieldProvenance {
        FieldProvenance(
            of: RecordID(kind: .planet, number: 1), in: told.reversed().map(\.step),
            Dictionary(uniqueKeysWithValues: told.map { ($0.step.id, [$0.change]) }))
    }

    @Test func `The source of a value is the last step that set it`() {
        let (seed, edit, other) = (step(1, "seed solar"), step(2, "edit planets/1 massKg=2"), step(3, nil))
        let told = [
            (seed, change(.added, "", "1")), (edit, change(.changed, "1", "2")), (other, change(.changed, "2", "3")),
        ]
        let planted = origins(Array(told.prefix(1)))
        #expect(planted["massKg"] == seed && planted.byHand == [] && planted.beginning == seed)
        let edited = origins(Array(told.prefix(2)))
        #expect(edited["massKg"] == edit && edited.byHand == ["massKg"])
        let all = origins(told)
        #expect(all["massKg"] == other && all.byHand == ["massKg"] && all.beginning == seed)
        #expect(all["radiusKm"] == nil)
    }

    @Test func `Undo restores the earlier source, and restoring from the trash keeps the source`() {
        let (seed, edit) = (step(1, "seed solar"), step(2, "edit planets/1 massKg=2"))
        let again = step(7, "edit planets/1 massKg=1")
        let told = [
            (seed, change(.added, "", "1")), (edit, change(.changed, "1", "2")),
            (step(3, "undo", .undo(of: edit.id)), change(.changed, "2", "1")),
            (step(4, "redo", .redo(of: edit.id)), change(.changed, "1", "2")),
            (step(5, "delete planets/1 --yes"), change(.deleted, "2", "")),
            (step(6, "restore planets/1"), change(.added, "", "2")),
            (again, change(.changed, "2", "1")),
        ]
        let undone = origins(Array(told.prefix(3)))
        #expect(undone["massKg"] == seed && undone.byHand == [])
        #expect(origins(Array(told.prefix(4)))["massKg"] == edit)
        #expect(origins(Array(told.prefix(6)))["massKg"] == edit)
        // Entering the same value as the catalog counts as an edit by hand.
        #expect(origins(told)["massKg"] == again)
    }

    @Test func `Changes to other records are ignored`() {
        let told = [(step(1, "seed solar"), change(.added, "", "1"))]
        let other = FieldProvenance(
            of: RecordID(kind: .planet, number: 2), in: told.map(\.0),
            Dictionary(uniqueKeysWithValues: told.map { ($0.0.id, [$0.1]) }))
        #expect(other.beginning == nil && other["massKg"] == nil)
    }

    @Test func `Steps that load sample data or import records are treated as catalog steps`() {
        for (command, isCatalogs) in [
            ("seed solar", true), ("import x.csv", true), ("import", true), ("imported", false), ("undo", false),
        ] {
            #expect(step(1, command).isOfCatalog == isCatalogs, "\(command)")
        }
    }
}
