import Model
import SQLite

/// An operation that marks values as measured. Values without a mark counted as measured in earlier versions; now their
/// provenance is unknown.
///
/// A value is marked in two cases: the last edit of its marks by a user or another program removed the mark of a
/// calculated value or limit, or the body is from the NASA fact sheets and was not edited by hand. All changes are one
/// step of the history.
struct ProvenanceMigration {
    let connection: Connection

    func run(at time: Timestamp) throws {
        try ActiveStep(CommandContext("migrate", by: nil), at: time).begin(on: connection)
        var measured = try statedByHand()
        let bodies = try connection.all(Self.factSheets) { $0[0] as Int64 }
        for id in bodies {
            guard try !ManualEdits.exist(of: RecordID(kind: .planet, number: id), in: connection) else { continue }
            measured[id, default: []].formUnion([.measuredAxis, .measuredMass, .measuredRadius])
        }
        for (id, marks) in measured.sorted(by: { $0.key < $1.key }) { try mark(id, marks, at: time) }
        try ActiveStep.end(on: connection)
    }

    /// Returns the marks of the values that users and other programs stated to be measured, by planet.
    private func statedByHand() throws -> [Int64: Estimates] {
        var stated: [Int64: Estimates] = [:]
        try connection.forEach(Self.edits) { row in
            let old = Estimates(catalog: row[1] as String) ?? []
            let new = Estimates(catalog: row[2] as String) ?? []
            for measurement in Estimates.measurements {
                if !old.subtracting(new).isDisjoint(with: measurement.calculated) {
                    stated[row[0], default: []].insert(measurement.mark)
                }
                if !new.isDisjoint(with: measurement.calculated) {
                    stated[row[0], default: []].remove(measurement.mark)
                }
            }
        }
        return stated
    }

    private func mark(_ id: Int64, _ marks: Estimates, at time: Timestamp) throws {
        let values = try connection.first(Self.values, binding: id) { row in
            let known: Estimates = [
                row[1] ? .measuredAxis : [], row[2] ? .measuredMass : [], row[3] ? .measuredRadius : [],
            ]
            return (estimated: Estimates(catalog: row[0] as String) ?? [], known: known)
        }
        guard let values else { return }
        let calculated = Estimates.measurements.filter { !$0.calculated.isDisjoint(with: values.estimated) }
        let added = calculated.reduce(marks.intersection(values.known)) { $0.subtracting($1.mark) }
        guard !added.isSubset(of: values.estimated) else { return }
        try connection.run(
            "UPDATE planet SET estimated = ?2, version = version + 1, modified = ?3 WHERE id = ?1",
            binding: id, values.estimated.union(added).catalog, time)
    }

    private static let values = """
        SELECT estimated, semi_major_axis_au IS NOT NULL OR semi_major_axis_km IS NOT NULL, mass_kg IS NOT NULL,
            radius_km IS NOT NULL
        FROM planet WHERE id = ?1
        """

    private static let factSheets = "SELECT id FROM planet WHERE source IN ('nasa-factsheet', 'iau+nasa') ORDER BY id"

    private static let edits = """
        SELECT new.id, old.estimated, new.estimated
        FROM planet_past AS old
        CROSS JOIN planet_past AS new ON new.change_id = old.change_id AND new.is_new = 1
        CROSS JOIN change ON change.id = old.change_id
        CROSS JOIN step ON step.id = change.step_id
        WHERE old.is_new = 0 AND old.estimated <> new.estimated AND \(ManualEdits.condition)
        ORDER BY old.change_id
        """
}
