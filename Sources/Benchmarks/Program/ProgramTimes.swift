import TestSupport

/// The times a person notices (C16, C32, C34, C46), with their bars, beside those of the sqlite3 shell.
enum ProgramTimes {
    static func table(rounds: Int) throws -> String {
        let home = try ProgramHome(persons: 10_000)
        try home.write("historySize = 200000\n", to: ".config/almanac/config")
        let lines = (0..<100_000).map { "show persons/\($0)" }
        try home.write(
            (["show 'the oldest of all'"] + lines).joined(separator: "\n") + "\n", to: ".local/state/almanac/history")
        var times = measures(home)
        for round in 0..<rounds {
            for index in times.indices { times[index].measure(round: round) }
        }
        return """
            | what | almanac | beside it | figure | bar |
            | --- | ---: | ---: | ---: | ---: |

            """ + times.map(\.row).joined(separator: "\n")
    }

    private static func measures(_ home: ProgramHome) -> [ProgramTime] {
        let name = home.names[5000]
        let query = "SELECT * FROM person WHERE id = 5000"
        let list = "SELECT * FROM person ORDER BY sort_key LIMIT 200"
        let half = String(name.dropLast(2))
        return [
            ProgramTime(
                "C46 one person of 10,000",
                .times(4, of: "sqlite3") {
                    try home.run(ProgramHome.sqlite, [home.store, query])
                }
            ) { try home.run("show", "persons/5000", "--json") },
            ProgramTime(
                "C46 the first 200 of 10,000",
                .times(4, of: "sqlite3") {
                    try home.run(ProgramHome.sqlite, [home.store, list])
                }
            ) { try home.run("persons", "--limit", "200") },
            ProgramTime(
                "C46 first prompt",
                .times(8, of: "sqlite3") {
                    try home.run(ProgramHome.sqlite, [":memory:", ".quit"])
                }
            ) { try home.start("--no-animation", until: "almanac ›") },
            ProgramTime("C16 first byte of a list of 10,000", .milliseconds(100)) {
                try home.start("--no-pager", "persons", until: "Name")
            },
            ProgramTime("C32 a search to the end of 100,000 lines of history", .milliseconds(20)) {
                try home.press("\u{12}oldest", until: "the oldest of all")
            },
            ProgramTime("C34 completion among 10,000 names", .milliseconds(30)) {
                try home.press("show '\(half)\t", until: name)
            },
        ]
    }
}
