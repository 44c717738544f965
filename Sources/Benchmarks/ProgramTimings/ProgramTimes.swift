import TestSupport

/// The response times of the program, including those of checks C16, C32, C34, and C46, and their limits. Some limits
/// are relative to other commands.
enum ProgramTimes {
    static func table(rounds: Int) throws -> String {
        let home = try ProgramHome(persons: 10_000)
        try home.run("seed", "exoplanets", "solar")
        try home.write("historySize = 200000\n", to: ".config/almanac/config")
        let lines = (0..<100_000).map { "show persons/\($0)" }
        try home.write(
            (["show 'the oldest of all'"] + lines).joined(separator: "\n") + "\n", to: ".local/state/almanac/history")
        var times = personTimes(home) + catalogTimes(home)
        for round in 0..<rounds {
            for index in times.indices { times[index].measure(round: round) }
        }
        return """
            | operation | almanac | comparison | result | limit |
            | --- | ---: | ---: | ---: | ---: |

            """ + times.map(\.row).joined(separator: "\n")
    }

    /// Returns the measurements of the planet catalog.
    private static func catalogTimes(_ home: ProgramHome) -> [ProgramTime] {
        // Matches few planets, so that the search takes most of the time.
        let filter = "radius:rearth < 1.25 and discovered >= 2020"
        let same = """
            SELECT * FROM planet WHERE radius_km < 1.25 * 6378.1 AND discovery_year >= 2020
            ORDER BY sort_key, id
            """
        return [
            ProgramTime("a filter over all bodies", .times(3, of: "sqlite3") { try home.query(same) }) {
                try home.run("planets", "--all", "where", filter)
            },
            ProgramTime(
                "a plot of all bodies",
                .times(2, of: "sqlite3") { try home.query("SELECT * FROM planet ORDER BY sort_key, id") }
            ) { try home.run("plot", "mass-radius", "--all", "--format", "table") },
            ProgramTime(
                "a plot of all bodies as SVG", .times(2, of: "almanac planets") { try home.run("planets", "--all") }
            ) {
                try home.run("plot", "mass-radius", "--all", "--svg", "-")
            },
        ]
    }

    private static func personTimes(_ home: ProgramHome) -> [ProgramTime] {
        let name = home.names[5000]
        let query = "SELECT * FROM person WHERE id = 5000"
        let list = "SELECT * FROM person ORDER BY sort_key LIMIT 200"
        let half = String(name.dropLast(2))
        return [
            ProgramTime("C46 one person of 10,000", .times(4, of: "sqlite3") { try home.query(query) }) {
                try home.run("show", "persons/5000", "--json")
            },
            ProgramTime("C46 the first 200 of 10,000", .times(4, of: "sqlite3") { try home.query(list) }) {
                try home.run("persons", "--limit", "200")
            },
            ProgramTime(
                "C46 first prompt",
                .times(8, of: "sqlite3") { try home.run(ProgramHome.sqlite, [":memory:", ".quit"]) }
            ) { try home.start("--no-animation", until: "almanac ›") },
            ProgramTime("C16 first byte of a list of 10,000", .milliseconds(100)) {
                try home.start("--no-pager", "persons", until: "Name")
            },
            ProgramTime("C32 a search through 100,000 lines of history", .milliseconds(20)) {
                try home.press("\u{12}oldest", until: "the oldest of all")
            },
            ProgramTime("C34 completion among 10,000 names", .milliseconds(30)) {
                try home.press("show '\(half)\t", until: name)
            },
        ]
    }
}
