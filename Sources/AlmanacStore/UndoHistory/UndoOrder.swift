import Model
import SQLite

/// The steps that `undo` and `redo` reverse. They add steps to the history, and no step is ever removed.
extension StepReader {
    /// Returns the latest edit that is not undone and has changes that were not purged, if any. Steps of migrations do
    /// not count, because users do not expect `undo` to reverse them.
    func nextUndo() throws -> Step? {
        try connection.first(
            """
            \(Self.selection)
            WHERE step.role = 'edit' AND step.command IS NOT 'migrate'
                AND NOT \(Self.isUndone) AND NOT (\(Self.isPurged(Self.latest)))
            ORDER BY step.id DESC LIMIT 1
            """, { _ in }, Self.read)
    }

    /// Returns the latest step that was undone, if any, or `nil` if another change has been made since then.
    func nextRedo() throws -> Step? {
        let undone = try connection.first(
            """
            SELECT of_step FROM step
            WHERE role = 'undo' AND NOT \(Self.isUndone)
                AND id > ifnull((SELECT id FROM step WHERE role IN ('edit', 'purge') ORDER BY id DESC LIMIT 1), 0)
            ORDER BY id DESC LIMIT 1
            """
        ) { try $0[0] as Step.ID }
        return try undone.map(step)
    }

    /// Returns whether all changes of a step were purged.
    func isPurged(_ id: Step.ID) throws -> Bool {
        try connection.hasRow("SELECT 1 WHERE \(Self.isPurged("?1"))", binding: id)
    }

    /// Returns whether all changes of a step exist. If so, their IDs are consecutive and adjoin the IDs of the
    /// neighboring steps. An undo or redo is empty if all changes that it could reverse were purged.
    func isIntact(_ id: Step.ID) throws -> Bool {
        try connection.hasRow(
            """
            SELECT 1 FROM (SELECT min(id) AS first, max(id) AS last FROM change WHERE step_id = ?1)
            WHERE first IS NULL AND (SELECT role FROM step WHERE id = ?1) <> 'edit'
                OR (SELECT count(*) FROM change WHERE id BETWEEN first AND last) = last - first + 1
                AND ifnull((SELECT max(id) FROM change WHERE id < first), 0) = first - 1
                AND ifnull((SELECT min(id) FROM change WHERE id > last), last + 1) = last + 1
            """, binding: id)
    }

    /// Returns the last undo or redo of an edit, or the edit itself.
    func latest(about original: Step.ID) throws -> Step {
        let latest = try connection.first(
            "SELECT id FROM step WHERE of_step = ?1 ORDER BY id DESC LIMIT 1", binding: original
        ) { try $0[0] as Step.ID }
        return try step(latest ?? original)
    }

    // MARK: - Expressions

    /// An SQL expression for whether the changes that a row of `step` represents are undone.
    static let isUndone = """
        CASE step.role
            WHEN 'edit' THEN ifnull((
                SELECT later.role = 'undo' FROM step AS later WHERE later.of_step = step.id
                ORDER BY later.id DESC LIMIT 1), 0)
            WHEN 'purge' THEN 0
            ELSE step.role <> (
                SELECT later.role FROM step AS later WHERE later.of_step = step.of_step ORDER BY later.id DESC LIMIT 1)
        END
        """

    /// The last undo or redo of a step, or the step itself.
    private static let latest =
        "(SELECT ifnull(max(later.id), step.id) FROM step AS later WHERE later.of_step = step.id)"

    private static func isPurged(_ step: String) -> String {
        """
        EXISTS (SELECT 1 FROM change WHERE step_id = \(step) AND action = 'purged')
            AND NOT EXISTS (SELECT 1 FROM change WHERE step_id = \(step) AND action <> 'purged')
        """
    }
}
