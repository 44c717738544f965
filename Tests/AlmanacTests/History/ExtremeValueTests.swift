import Almanac
import Model
import TestSupport
import Testing

/// Commands on databases in which another program has stored extreme values.
struct ExtremeValueTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var preparation: [String] = []
        let sql: String
        let commands: [String]
        var testDescription: String { commands.joined(separator: ", ") }
    }

    private static let highest = "9223372036854775807"
    private static let purge = """
        INSERT INTO present_step (time, command, token, role)
        VALUES ('2026-01-01T00:00:00.000Z', 'x', 1, 'purge');
        """

    private static let cases = [
        Case(
            preparation: ["new planet name=A radius=6000 mass=1e24"],
            sql: "UPDATE planet SET gravity_m_s2 = 0, density_g_cm3 = 9e999 WHERE name = 'A'",
            commands: ["edit A mass=3e24"]),
        Case(
            preparation: ["new planet name=A radius=6000"],
            sql: "UPDATE planet SET radius_km = 9e999 WHERE name = 'A'", commands: ["sizes A"]),
        Case(
            preparation: ["new person given=Ada", "new group name=Lonely", "add Ada to Lonely"],
            sql: """
                DELETE FROM membership WHERE person_id <> (SELECT id FROM person WHERE given = 'Ada');
                DELETE FROM person WHERE given <> 'Ada';
                UPDATE person SET id = -5;
                UPDATE membership SET person_id = -5;
                """, commands: ["persons --of Lonely"]),
        Case(
            preparation: ["edit persons/1 title=x"],
            sql: """
                \(purge)
                UPDATE change SET step_id = \(highest) WHERE step_id = (SELECT max(id) FROM step);
                UPDATE step SET id = \(highest) WHERE id = (SELECT max(id) FROM step);
                DELETE FROM present_step;
                """, commands: ["history \(highest)", "show persons/1 --at 2090-01-01", "undo --yes"]),
        Case(
            preparation: ["edit persons/1 title=x"],
            sql: """
                \(purge)
                UPDATE person_past SET change_id = \(highest) WHERE change_id = (SELECT max(id) FROM change);
                UPDATE change SET id = \(highest) WHERE id = (SELECT max(id) FROM change);
                DELETE FROM present_step;
                """, commands: ["undo --yes"]),
    ]

    @Test(arguments: cases)
    func `Extreme values written by another program do not crash Almanac`(_ example: Case) async throws {
        var app = try await TestApp()
        for line in example.preparation { try await app.send(line) }
        let connection = try app.temporary.connection()
        try connection.execute("PRAGMA foreign_keys = OFF")
        try connection.execute(example.sql)
        // A command may fail, but it must return.
        for line in example.commands { _ = try? await app.send(line) }
        try await app.send("planets")
        #expect(app.place == "planets")
    }
}
