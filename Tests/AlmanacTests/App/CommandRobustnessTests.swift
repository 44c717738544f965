import Model
import TestSupport
import Testing

@testable import Almanac
@testable import Navigation

/// Tests that run commands on screens. Each screen runs its own commands and one in 20 global commands. With
/// `ALMANAC_SOAK`, every screen is tested; with at least 100 repetitions, it runs one in four global commands.
@Suite(.long("the commands of every screen"))
struct CommandRobustnessTests {
    private static let places = [
        "home", "persons", "persons?by=-birthday&limit=2", "persons/1", "persons/1/edit", "persons/new", "groups",
        "groups/1", "groups/1/edit",
        "groups/new", "groups/of", "groups/of/1", "planets?all", "planets/1", "planets/1/edit", "planets/new", "notes",
        "notes/1",
        "notes/1/edit", "notes/new-person-1", "favorites", "found?leia", "found", "history", "history/1",
        "history/person-1", "trash", "birthdays", "birthdays?within=30&limit=1", "settings",
        "settings/account",
    ]

    /// Awkward but harmless words that are valid for some commands and invalid for most.
    private static let words = [
        "", "1", "0", "99", "-1", "99999999999999999999", "persons/1", "persons/99", "groups/1", "planets/earth",
        "nobody", "leia organa",
        "luke skywalker", "name=x", "topic=x", "email.=", "a=b", "=", "birthday=x", "--", "--yes", "--x", "\u{301}",
        "\u{1B}[31m", "'", "\u{0}", "?",
    ]

    /// Returns command lines with the examples of a command, its options, and some awkward words.
    private static func lines(for command: Command, at stage: AppState, isThorough: Bool) throws -> [[String]] {
        let examples = NavigationCrawler.lines(for: command, at: stage).compactMap { try? ShellWords.split($0) }
        let options = command.options.flatMap { option in
            examples.prefix(1).flatMap { line in
                ["2", "x"].map { line + [option.name] + (option.value == nil ? [] : [$0]) }
            }
        }
        // Lines that delete or undo are skipped, because later lines need the records.
        let isHarmless = { (words: [String]) in
            switch words.first {
            case "delete": !words.contains("--yes")
            case "undo": words.contains("--show")
            default: true
            }
        }
        guard isThorough, !command.parameters.contains(where: { $0.kind == .file }) else {
            return examples.filter(isHarmless)
        }
        var generator = SeededGenerator(seed: UInt64(command.name.utf8.reduce(0) { $0 * 31 % 65_536 + Int($1) }))
        let awkward = words.shuffled(using: &generator).prefix(try Soak.times(atLeast: 1)).flatMap {
            [[command.name, $0], [command.name, "persons/1", $0]]
        }
        let tied = [["persons/1", "to", "groups/1"], ["persons/1", "x", "y"], ["1", "from", "groups/1"]].map {
            [command.name] + $0
        }
        return (examples + options + awkward + tied).filter(isHarmless)
    }

    private func type(_ words: [String], on stage: inout AppState) async {
        let line = "\(stage.navigation.path): \(ShellWords.joined(words))"
        do {
            try await stage.send(words: words)
        } catch let problem as any UserFacingError {
            expectSentences(problem.explanation, line)
        } catch {
            Issue.record("\(line) threw \(error)")
        }
    }

    /// Returns the commands to run on a screen and whether to test each of them thoroughly.
    private func commands(at stage: AppState) throws -> [(Command, isThorough: Bool)] {
        // Slow commands run only on the start screen. Each screen runs some of the other global commands. They are
        // tested thoroughly on the start screen and on one record.
        let place = stage.navigation.path.description
        let near = stage.scene.chain.dropLast().flatMap(\.commands).map { ($0, isThorough: true) }
        let everywhere = stage.scene.chain.suffix(1).flatMap(\.commands).filter {
            place == "home" || !Self.slow.contains($0.name)
        }
        let first = Self.places.firstIndex(of: place) ?? 0
        let interval = try Soak.isLong ? 4 : 20
        let far = everywhere.enumerated().filter { ($0.offset + first).isMultiple(of: interval) }.map(\.element)
        return near
            + far.map { ($0, isThorough: ["home", "persons/1"].contains(place) && !Self.slow.contains($0.name)) }
    }

    private static let slow: Set = ["graph", "seed", "check", "migrate"]

    /// The screens to test in a non-interactive session.
    private static let placesOfScripts = [
        "home", "persons", "persons/1", "groups/1/edit", "planets?all", "found?leia", "history",
    ]

    @Test(arguments: Soak.sample(places, 2).map { ($0, true) } + Soak.sample(placesOfScripts, 1).map { ($0, false) })
    func `No input crashes, and every error has a user-facing message`(place: String, isInteractive: Bool) async throws
    {
        let app = try await TestApp(isInteractive: isInteractive)
        let account = try await app.services.accounts.add(name: "Han", passphrase: nil).id
        try await app.session.become(.account(account))
        var start = app.stage
        try await start.send("open \(place)")
        var reached: Set<Path> = []
        for (command, isThorough) in try commands(at: start) {
            for words in try Self.lines(for: command, at: start, isThorough: isThorough) {
                var stage = start
                await type(words, on: &stage)
                while let prompt = stage.prompts.first, let answer = prompt.answers.last {
                    try await stage.answer(answer)
                }
                reached.insert(stage.navigation.path)
                if app.session.session != .account(account) { try await app.session.become(.account(account)) }
            }
        }
        #expect(try await app.services.maintenance.check(.deep) == [])
        for path in reached where path.root != .login {
            var stage = app.stage
            try await stage.send(words: ["open", path.description])
            #expect(stage.navigation.path == path)
        }
    }

    @Test(arguments: ["login", "login/signup", "login/1", "login/forgotten"])
    func `No input crashes while signed out, and every error has a user-facing message`(place: String) async throws {
        let app = try await TestApp(.signedOut)
        _ = try await app.services.accounts.add(name: "Han", passphrase: nil)
        var start = app.stage
        try await start.send("open \(place)")
        for (command, isThorough) in try commands(at: start) {
            for words in try Self.lines(for: command, at: start, isThorough: isThorough) {
                var stage = start
                await type(words, on: &stage)
                try await app.session.become(.signedOut)
            }
        }
    }

    @Test func `Commands on deleted records fail with user-facing messages`() async throws {
        var app = try await TestApp()
        for line in ["delete persons/1", "delete groups/1", "delete planets/1 planets/2", "delete notes/1"] {
            try await app.send(line)
            while app.prompt != nil { try await app.answer("yes") }
        }
        for line in [
            "show persons/1", "note persons/1 a b --topic c", "add persons/1 to groups/2", "edit planets/1 name=x",
            "favorite persons/1",
        ] {
            let failure = try #require(await app.failure(of: line))
            expectSentences(failure, line)
        }
        #expect(try await app.services.maintenance.check(.deep) == [])
    }
}
