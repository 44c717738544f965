import Model
import Terminal
import TestSupport
import Testing

@testable import AlmanacCLI
@testable import Navigation

/// Completion at the prompt, without a terminal.
struct CommandCompleterTests {
    private func completer(of app: TestApp) -> CommandCompleter {
        CommandCompleter(
            commands: app.stage.scene.commands,
            store: StoreCompleter(
                search: app.services.search, history: app.services.history, seeds: app.services.seeds,
                remotes: app.services.remotes))
    }

    /// Compares the completions of each line, sorted alphabetically, with the expected ones. Each completion is written
    /// as the replacement, followed by the title in the menu.
    private func expect(
        _ completions: KeyValuePairs<String, [String]>, in app: TestApp
    ) async throws {
        let completer = completer(of: app)
        for (line, expected) in completions {
            let found = await completer.complete(line, line.count)
            #expect(found.candidates.map { "\($0.replacement)| \($0.title)" }.sorted() == expected, "\(line)")
            #expect(found.total == expected.count, "\(line)")
        }
    }

    @Test func `Commands, options, and their values are completed`() async throws {
        try await expect(
            [
                "unfav": ["unfavorite | unfavorite"], ":unfav": [":unfavorite | :unfavorite"],
                "help unfav": ["unfavorite | unfavorite"], "unfavx": [],
                "delete persons/1 --dr": ["--dry-run | --dry-run"],
                "persons --sort modif": ["modified | modified"], "persons --sort -modif": ["-modified | modified"],
                "persons --sort=modif": ["--sort=modified | modified"], "tutorial se": ["search | search"],
                "plot mass-": ["mass-radius | mass-radius"],
            ], in: try await TestApp())
    }

    @Test func `Records are completed by name, and by ID if the name is ambiguous`() async throws {
        try await expect(
            [
                "show Mara": ["'Mara Jade' | Mara Jade · persons/5"],
                "show mara": ["'Mara Jade' | Mara Jade · persons/5"],
                "show Mara J": ["'Mara Jade' | Mara Jade · persons/5"],
                "show Orga": ["'Leia Organa' | Leia Organa · persons/1"],
                "show Luke": [
                    "persons/2 | Luke Skywalker · persons/2", "persons/4 | Luke Skywalker · persons/4",
                ],
                "show persons/Han": ["persons/3 | Han Solo · persons/3"], "show planets/Han": [],
                "edit persons/1 nickn": ["nickname=| nickname= Nickname"],
                "edit persons/1 phone.h": ["phone.home=| phone.home="], "edit persons/1 nickname.h": [],
                "edit persons/1 planet=Ald": ["planet=Alderaan | Alderaan · planets/3"],
            ], in: try await TestApp())
    }

    @Test func `The parts of a postal address are completed after its label and in place of the label`() async throws {
        try await expect(
            [
                "edit persons/1 address.home.c": [
                    "address.home.city=| address.home.city=", "address.home.country=| address.home.country=",
                ],
                "edit persons/1 address.post": ["address.postalCode=| address.postalCode="],
                "edit persons/1 address.wo": ["address.work=| address.work="], "edit persons/1 phone.home.c": [],
                "edit persons/1 address.home.home": [],
            ], in: try await TestApp())
    }

    @Test func `The names of data sets and the names that a command searches are completed`() async throws {
        try await expect(
            [
                "seed fl": ["flintstones | flintstones"], "seed --remove so": ["solar | solar"],
                "find Tat": [], "find Alder": ["Alderaan | Alderaan · planets/3"], "query Alder": [],
                "query Mara": ["'Mara Jade' | Mara Jade · persons/5"],
                "system Alder": ["Alderaan | Alderaan · planets/3"], "system Mara": [],
            ], in: try await TestApp())
    }

    @Test func `The fields of the record on screen are completed, even after other assignments`() async throws {
        var completer = completer(of: try await TestApp())
        for line in ["edit nickn", "edit given=Lea nickn"] {
            for (record, expected) in [(nil, []), (RecordID(kind: .person, number: 1), ["nickname="])] {
                completer.record = record
                #expect(await completer.complete(line, line.count).candidates.map(\.replacement) == expected, "\(line)")
            }
        }
    }

    @Test func `On a record’s page, only IDs are completed after note, because other words are the note’s text`()
        async throws
    {
        let app = try await TestApp()
        var completer = completer(of: app)
        let names = await completer.complete("note Mara", 9).candidates.map(\.replacement)
        #expect(names == ["'Mara Jade' "])
        completer.record = RecordID(kind: .person, number: 1)
        #expect(await completer.complete("note Mara", 9).candidates.isEmpty)
        let found = await completer.complete("note persons/Mara", 17).candidates.map(\.replacement)
        #expect(found == ["persons/5 "])
        #expect(await completer.complete("/Mara", 5).candidates.isEmpty)
    }

    @Test func `A completion replaces the word at the cursor`() async throws {
        let completer = completer(of: try await TestApp())
        #expect(await completer.complete("show Mara", 9).range == 5..<9)
        #expect(await completer.complete("show Mara x", 9).range == 5..<9)
        #expect(await completer.complete("show Mara J", 11).range == 10..<11)
        #expect(await completer.complete("show ", 5).range == 5..<5)
    }

    @Test func `Steps and deleted records are completed by number, ID, or name`() async throws {
        var app = try await TestApp()
        try await app.send("delete notes/2 --yes", "home")
        try await expect(
            [
                "undo ": ["1 | 1 · test", "2 | 2 · delete notes/2 --yes"], "undo 2": ["2 | 2 · delete notes/2 --yes"],
                "undo 3": [], "purge ": ["notes/2 | Milk · notes/2"], "purge mi": ["notes/2 | Milk · notes/2"],
                "purge notes/2": ["notes/2 | Milk · notes/2"], "purge notes/1": [],
            ], in: app)
    }
}
