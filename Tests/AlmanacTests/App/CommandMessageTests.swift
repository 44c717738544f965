import Model
import TestSupport
import Testing

@testable import Almanac

/// The exact texts of messages that contain several values, and of errors about invalid lines.
struct CommandMessageTests {
    /// Runs lines one after another and compares the text that each of them shows with the expected text.
    private func expect(_ replies: KeyValuePairs<String, String>, in app: inout TestApp) async throws {
        for (line, text) in replies {
            let reply = try await app.reply(to: line)
            #expect(reply == text, "\(line)")
        }
    }

    @Test func `Messages about photos name the record and the file`() async throws {
        var app = try await TestApp()
        try await app.services.files.write([0xFF, 0xD8, 0xFF, 0xE0], to: "face.jpg")
        try await expect(
            [
                "photo persons/1 --remove": "Nothing changed: Leia Organa (persons/1) does not have a photo.",
                "photo persons/1 face.jpg":
                    "Set the photo of Leia Organa (persons/1) from face.jpg. Use “undo” to reverse this.",
                "photo persons/1 face.jpg": "Nothing changed: Leia Organa (persons/1) already has this photo.",
                "photo persons/1 --save copy.jpg --dry-run":
                    "Dry run. This would write the photo of Leia Organa to copy.jpg.",
                "photo persons/1 --save - --dry-run":
                    "Dry run. This would write the photo of Leia Organa to standard output.",
                "photo persons/1 --save copy.jpg": "Wrote the photo of Leia Organa to copy.jpg.",
                "photo persons/1 --remove":
                    "Removed the photo of Leia Organa (persons/1). Use “undo” to reverse this.",
                "photo persons/1":
                    """
                “photo” requires the argument FILE, --save, or --remove. Use “photo persons/1” with one of them.
                """,
                "photo persons/1 face.jpg --remove":
                    "FILE, --save, and --remove cannot be combined. Use only one of them.",
            ], in: &app)
    }

    @Test func `Messages about favorites name the record and the command that reverses the change`() async throws {
        var app = try await TestApp()
        try await expect(
            [
                "unfavorite persons/1": "Nothing changed: Leia Organa (persons/1) is not a favorite.",
                "favorite persons/1":
                    "Leia Organa (persons/1) is now a favorite. Use “unfavorite persons/1” to reverse this.",
                "favorite persons/1": "Nothing changed: Leia Organa (persons/1) is already a favorite.",
                "unfavorite persons/1":
                    "Leia Organa (persons/1) is no longer a favorite. Use “favorite persons/1” to reverse this.",
                "favorites": "",
                "sort birthday": "This list cannot be sorted by “birthday”. Use one of: added, name.",
                "where kind = star": "Unknown kind “star”. Use “where kind = person”.",
            ], in: &app)
    }

    @Test func `Messages about members count or name the records and name the group`() async throws {
        var app = try await TestApp()
        let skywalkers = "2 persons: Luke Skywalker (persons/2), Luke Skywalker (persons/4)"
        try await expect(
            [
                "add persons/3 to groups/1":
                    "Added 1 person to Rebel Alliance (groups/1). Use “undo” to reverse this.",
                "add persons/3 to groups/1":
                    "Nothing changed: the record is already in Rebel Alliance (groups/1).",
                "add persons/1 persons/3 to groups/1":
                    "Nothing changed: all of these records are already in Rebel Alliance (groups/1).",
                "remove persons/3 from groups/1":
                    "Removed 1 person from Rebel Alliance (groups/1). Use “undo” to reverse this.",
                "remove persons/3 from groups/1": "Nothing changed: the record is not in Rebel Alliance (groups/1).",
                "remove persons/3 persons/5 from groups/1":
                    "Nothing changed: none of these records is in Rebel Alliance (groups/1).",
                "add persons/4 to ' Pilots ' --create":
                    "Created Pilots (groups/3) with 1 person. Use “undo” to reverse this.",
                "add persons/5 to Pilots --create":
                    "A group named “Pilots” already exists: groups/3. Remove --create.",
                "add --where 'family = Skywalker' to Jedi --create": "Create Jedi with \(skywalkers)?",
                "add --where 'family = Skywalker' to Smugglers": "Add \(skywalkers) to Smugglers?",
                "remove --where 'given = Leia' from 'Rebel Alliance'":
                    "Remove 1 person: Leia Organa (persons/1) from Rebel Alliance?",
                "add --where 'family = Amidala' to Smugglers": "Nothing changed: no records match.",
                "add persons/1 --where 'family = Skywalker' to Smugglers":
                    "IDs cannot be combined with --where or --list. Use only one of them.",
                "add to Smugglers": "“add” requires the ID or name of a record. Use “help add” for examples.",
            ], in: &app)
    }

    @Test func `Messages about changes to several records count or name the records`() async throws {
        var app = try await TestApp()
        let skywalkers = "2 persons: Luke Skywalker (persons/2), Luke Skywalker (persons/4)"
        try await expect(
            [
                "edit --where 'family = Skywalker' title=Jedi": "Set Title to “Jedi” for \(skywalkers)?",
                "edit --where 'family = Skywalker' title=Jedi --yes":
                    "Changed 2 persons. Use “undo” to reverse this.",
                "edit persons/2 title=Master":
                    "Changed Luke Skywalker (persons/2): Title. Use “undo” to reverse this.",
                "home": "",
                "edit --where 'family = Skywalker' title=Master --yes":
                    "Changed 1 person of 2. Use “undo” to reverse this.",
                "edit --where 'family = Skywalker' title=Master --yes":
                    "Nothing changed: the records already have these values.",
                "edit persons/2 title=Master":
                    "Nothing changed: Luke Skywalker (persons/2) already has these values.",
                "edit persons/2 phone-=123":
                    "Nothing changed: Luke Skywalker (persons/2) does not have these values.",
                "edit --where 'family = Skywalker' phone-=123 --yes":
                    "Nothing changed: the records do not have these values.",
                "home": "",
                "edit --where 'family = Skywalker' --editor":
                    "Multiple records can only be edited with field=value. Remove the other options.",
                "note --where 'family = Skywalker' Train. --topic Plans":
                    "Add the note “Plans: Train.” to \(skywalkers)?",
                "note --where 'family = Skywalker' Train. --topic Plans --yes":
                    "Added 2 notes. Use “undo” to reverse this.",
                "delete --where 'family = Skywalker'": "Delete \(skywalkers)?",
                "delete --where 'family = Skywalker' with persons/1":
                    "“with” requires IDs. Remove “with”, or specify all records by ID.",
                "delete --where 'family = Skywalker' --yes": "Deleted 2 persons. Use “undo” to reverse this.",
            ], in: &app)
    }

    @Test(arguments: [
        ("title=", "Clear Title"), ("email+=luke@rebels.example", "Add “luke@rebels.example” to Email"),
        ("phone.home-=123", "Remove “123” from Phone (home)"),
        ("address.home.city=Anchorhead", "Set Address (home, city) to “Anchorhead”"),
        ("nickname=Wormie title=", "Set Nickname to “Wormie” and clear Title"),
        ("title=x url-=y phone+=123", "Set Title to “x”, remove “y” from Website, and add “123” to Phone"),
        ("title=\(String(repeating: "x", count: 50))", "Set Title to “\(String(repeating: "x", count: 39))…”"),
        ("title='a\u{1B}b'", "Set Title to “a␛b”"),
    ])
    func `The question about a change to several records names the assignments`(
        words: String, phrase: String
    ) async throws {
        var app = try await TestApp()
        try await app.send("persons where family = Skywalker", "edit \(words)")
        #expect(
            app.prompt == "\(phrase) for 2 persons: Luke Skywalker (persons/2), Luke Skywalker (persons/4)?")
    }

    @Test(arguments: [
        (5, "Clone 1 (persons/1), Clone 2 (persons/2), Clone 3 (persons/3), Clone 4 (persons/4), Clone 5 (persons/5)"),
        (
            6,
            """
            Clone 1 (persons/1), Clone 2 (persons/2), Clone 3 (persons/3), Clone 4 (persons/4), Clone 5 (persons/5), \
            and 1 more
            """
        ),
    ])
    func `A question names at most five records`(count: Int, list: String) async throws {
        var app = try await TestApp { store in
            for number in 1...count {
                var person = Person()
                person.name.given = "Clone \(number)"
                _ = try await store.persons.add(person)
            }
        }
        let question = try await app.reply(to: "edit --where 'given ~ Clone' title=Trooper")
        #expect(question == "Set Title to “Trooper” for \(count) persons: \(list)?")
    }

    @Test func `Messages about deleted records name each record and the command that restores it`() async throws {
        var app = try await TestApp()
        try await expect(
            [
                "show persons/5": "",
                "related notes":
                    """
                Mara Jade has no related “notes”. Use “note TEXT” or “add ID to GROUP” to add some.
                """,
                "delete persons/4 persons/5":
                    """
                2 records: Luke Skywalker (persons/4), Mara Jade (persons/5). Delete Luke Skywalker (persons/4)?
                """,
                "delete persons/5": "Delete Mara Jade (persons/5)?",
                "delete persons/5 planets/2 --yes":
                    """
                Cannot delete records of different kinds together. Delete the records of each kind separately.
                """,
                "delete persons/5 --yes":
                    "Deleted Mara Jade (persons/5). Use “undo” or “restore persons/5” to restore it.",
                "purge persons/5":
                    "Purge Mara Jade (persons/5) permanently? Recovery is only possible from a backup.",
                "purge persons/5 --backups":
                    """
                Purge Mara Jade (persons/5) permanently, and remove the backups with purged records? Recovery will \
                be impossible.
                """,
                "purge persons/5 --all": "IDs and --all cannot be combined. Use only one of them.",
                "purge":
                    """
                “purge” requires the ID or name of a deleted record. Use “trash” to list deleted records, or \
                “purge --all” to purge all of them.
                """,
                "purge Jar": "The trash contains no “Jar”. Use “trash” to list deleted records.",
                "purge --backups": "No backup contains purged records.",
                "delete persons/3 persons/4 --yes":
                    """
                Deleted Han Solo (persons/3), Luke Skywalker (persons/4). Use “undo” or “restore persons/3 persons/4” \
                to restore them.
                """,
            ], in: &app)
    }

    @Test func `Messages about the journal name the record and the dates`() async throws {
        var app = try await TestApp()
        try await expect(
            [
                "log persons/1": "An entry requires a person and text. Use “log NAME TEXT”.",
                "log persons/1 Called about it":
                    """
                No match for “Called”. Put text of several words in quotation marks: “log persons/1 'Called about it'”.
                """,
                "log 'Leia Organa' 'Han Sollo' Dinner":
                    """
                No match for “Han Sollo”. Did you mean Han Solo (persons/3)? Put text of several words in quotation \
                marks: “log 'Leia Organa' 'Han Sollo Dinner'”.
                """,
                "log persons/1 ' '": "An entry requires a person and text. Use “log NAME TEXT”.",
                "done": "“done” requires an ID. Use “done ID”, such as “done notes/3”.",
                "done notes/2":
                    """
                Milk (notes/2) is not a journal entry and has no reminder. Use “edit notes/2 date=today” to make \
                it a journal entry.
                """,
                "edit notes/2 date=today": "Changed Milk (notes/2): Date. Use “undo” to reverse this.",
                "home": "",
                "done notes/2": "Done: Milk (notes/2). Use “undo” to reverse this.",
                "done notes/2": "Nothing changed: the entry is already done.",
                "touch persons/2":
                    "Last contact with Luke Skywalker (persons/2): 21 November 2026. Use “undo” to reverse this.",
                "touch persons/2": "Nothing changed: the last contact was already on 21 November 2026.",
                "touch persons/2 --at 2026-11-01":
                    """
                Recorded contact with Luke Skywalker (persons/2): 1 November 2026; the last contact is still \
                21 November 2026. Use “undo” to reverse this.
                """,
                "history 12 --since yesterday":
                    "A step number and --since cannot be combined. Use only one of them.",
                "tutorial x": "The tour has no item “x”. Use one of: home, list, record, group, search, history.",
            ], in: &app)
    }

    @Test(arguments: [
        (0, 0, 0, []),
        (
            1, 0, 1,
            [
                "1 person is due for contact. Use “due” to show the name.",
                "1 conflict needs a decision. Use “conflicts” to show it.",
            ]
        ),
        (0, 1, 0, ["1 reminder is due. Use “reminders” to show it."]),
        (
            2, 3, 4,
            [
                "2 persons are due for contact. Use “due” to list them.",
                "3 reminders are due. Use “reminders” to list them.",
                "4 conflicts need a decision. Use “conflicts” to list them.",
            ]
        ),
    ])
    func `The home screen names upcoming birthdays and anniversaries and counts due persons, reminders, and conflicts`(
        due: Int, reminders: Int, conflicts: Int, sentences: [String]
    ) throws {
        let today = CivilDate(daysSince1970: 20_778)
        let none = HomeReminders(
            occasions: ResultPage([], hasMore: false), due: due, reminders: reminders, conflicts: conflicts,
            today: today)
        #expect(none.sentences.map(\.description) == sentences)
        let dates: [(Occasion.Kind, String, String)] = [
            (.birthday, "Leia", "--11-21"), (.anniversary, "Luke", "--11-21"), (.birthday, "Han", "--11-22"),
            (.anniversary, "Mara", "--11-23"),
        ]
        let occasions = try dates.map { kind, name, date in
            Occasion(
                Occasion.ID(kind, of: Person.ID(rawValue: 1)), name: name, date: try #require(PartialDate(date)),
                uuid: "", modified: Timestamp(secondsSince1970: 0))
        }
        for (hasMore, end) in [(false, "."), (true, ", and more. Use “birthdays” to list all.")] {
            let some = HomeReminders(
                occasions: ResultPage(occasions, hasMore: hasMore), due: due, reminders: reminders,
                conflicts: conflicts, today: today)
            let first = [
                "Today: birthday of Leia, anniversary of Luke.",
                "This week: birthday of Han on 22 Nov 2026, anniversary of Mara on 23 Nov 2026\(end)",
            ]
            #expect(some.sentences.map(\.description) == first + sentences)
        }
    }

    @Test func `Messages about undo and redo name the step and count its records`() async throws {
        var app = try await TestApp()
        try await app.send("undo")
        #expect(app.told == "This would undo step 1 (test). It affects 13 records. Use “history 1” to list them.")
        try await expect(
            [
                "undo": "Undo step 1 (test)? It affects 13 records.",
                "undo --yes":
                    """
                Undid step 1 (test). Use “redo” to reapply it. It affects 13 records. Use “history 2” to list them.
                """,
                "redo": "Redo step 1 (test)? It affects 13 records.",
                "redo --yes":
                    """
                Redid step 1 (test). Use “undo” to reverse it. It affects 13 records. Use “history 3” to list them.
                """,
            ], in: &app)
    }
}

extension TestApp {
    /// Runs a line after declining all questions and returns the text of the error, question, notice, or status line.
    fileprivate mutating func reply(to line: String) async throws -> String {
        while prompt != nil { stage.decline() }
        if let failure = try await failure(of: line) {
            return failure.sentences.map(\.description).joined(separator: " ")
        }
        return prompt ?? told?.replacing("\n", with: " ") ?? stage.statusLine?.description ?? ""
    }
}
