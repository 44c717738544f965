import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// A property test of undo. `ALMANAC_SOAK=N` runs N sequences.
@Suite("Every sequence of changes can be undone and redone", .long("random sequences of commands"))
struct UndoPropertyTests {
    /// Runs up to 50 sequences in turn on each database.
    @Test(arguments: Array(stride(from: 0, to: try Soak.times(atLeast: 25, byDefault: 3), by: 50)))
    func `Undoing any sequence in reverse restores the former state, and redoing restores the later state`(first: Int)
        async throws
    {
        let store = try await TemporaryStore()
        for seed in try first..<min(first + 50, Soak.times(atLeast: 25, byDefault: 3)) {
            for fault in try await faults(of: seed, on: store) { Issue.record("\(fault)") }
        }
    }

    @Test(arguments: Array(stride(from: 0, to: try Soak.times(atLeast: 25, byDefault: 3), by: 50)))
    func `Undoing all steps after a purge restores everything except the purged records`(first: Int) async throws {
        for seed in try first..<min(first + 50, Soak.times(atLeast: 25, byDefault: 3)) {
            let store = try await TemporaryStore()
            var commands = try await RandomCommands(store, seed: UInt64(seed))
            for _ in 0..<8 { _ = try await commands.next() }
            // A separate step keeps later changes by other programs from joining the last step.
            try await CommandContext.$current.withValue(CommandContext("new person", by: nil)) {
                _ = try await store.persons.add(Person())
            }
            try await settle(store)
            let last = try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first?.id
            let copy = "\(store.path)-\(seed)"
            try store.connection().execute("VACUUM INTO '\(copy)'")
            var undone: [Step.ID] = []
            for _ in 0..<12 { undone += [try await commands.next()].compactMap(\.self) }
            let trash = try await store.history.trash(at: .beginning, limit: 50).items.map(\.record.id)
            let purged = trash.filter { _ in commands.chance.happens(oneIn: 2) }
            try await store.history.purge(purged)
            for _ in 0..<4 { undone += [try await commands.next()].compactMap(\.self) }
            // Undoing a later step cannot restore the state of the copy if an earlier step was undone.
            if undone.contains(where: { $0.rawValue <= last?.rawValue ?? 0 }) { continue }
            do {
                while let step = try await store.history.nextUndo(), step.id.rawValue > last?.rawValue ?? 0 {
                    _ = try await store.history.undo(step.id)
                }
            } catch HistoryProblem.changedSince(_, let differences, _)
                where differences.allSatisfy({ $0.by?.role.original != nil })
            {
                // Undoing an earlier step out of order changed the record, and that undo can itself be undone.
                continue
            }
            try await settle(store)
            let expected = try Connection(at: copy, mode: .readWrite)
            for record in purged {
                try expected.run("DELETE FROM \(record.kind.table) WHERE id = ?1", binding: record.number)
            }
            // The entries of purged sample data remain, so that loading the set again does not add the records. The
            // merges of other persons into a purged person are lost, and so is the card of an account that was a purged
            // person in the meantime.
            let hasLostCards = try store.connection().hasRow(
                "SELECT 1 FROM change WHERE table_name = 'account' AND action = 'purged'")
            let restored = try UserContent(of: store, withTargets: false)
            let differences = try restored.differences(from: UserContent(of: expected, withTargets: false)).filter {
                !$0.hasPrefix("+ planted") && !$0.contains(" person_merge ")
                    && !(hasLostCards && $0.dropFirst(2).hasPrefix("account "))
            }
            #expect(differences == [], "sequence \(seed), purged \(purged)")
        }
    }

    @Test func `Missing history rows are detected`() async throws {
        let store = try await TemporaryStore()
        var isNoticed = false
        for seed in 0..<100 where !isNoticed {
            do {
                isNoticed = try await !faults(of: seed, on: store, beforeUndo: forgetPhones).isEmpty
            } catch is HistoryProblem {
                isNoticed = true
            }
        }
        #expect(isNoticed)
    }

    /// Removes the recorded phone numbers, as a program that does not follow the rules of the history could.
    private func forgetPhones(_ store: TemporaryStore) throws {
        let file = try store.connection()
        let trigger = try file.first(
            "SELECT sql FROM sqlite_schema WHERE name = 'person_phone_past_delete_refused'"
        ) { $0[0] as String }
        try file.execute("DROP TRIGGER person_phone_past_delete_refused; DELETE FROM person_phone_past")
        try file.execute(#require(trigger))
    }

    /// Returns the violations of the property by a sequence. One in three sequences is not undone: the next sequence
    /// starts from its result.
    private func faults(
        of seed: Int, on store: TemporaryStore, beforeUndo change: (TemporaryStore) throws -> Void = { _ in }
    ) async throws -> [String] {
        var deeds = try await RandomCommands(store, seed: UInt64(seed))
        let start = try contents(of: store)
        var last = try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first?.id.rawValue ?? 0
        var done: [Done] = []
        for _ in 0..<Int.random(in: 2...9, using: &deeds.chance) {
            let undone = try await deeds.next()
            let steps = try await store.history.steps(about: nil, at: .beginning, limit: 9).items.reversed()
            for step in steps where step.id.rawValue > last {
                done.append(undone.map { .undo($0) } ?? .edit(step.id))
                last = step.id.rawValue
            }
        }
        try await settle(store)
        let end = try contents(of: store)
        try change(store)
        var faults: [String] = []
        func expect(_ former: (all: UserContent, withoutTargets: UserContent)) throws {
            let now = try contents(of: store)
            // A relation becomes a link while only one person has its name, and remains a link afterward.
            let lostLinks = now.all.differences(from: former.all).filter {
                $0.hasPrefix("- person_relation") && !$0.contains("target_id=NULL")
            }
            let differences = now.withoutTargets.differences(from: former.withoutTargets) + lostLinks
            if !differences.isEmpty { faults += ["sequence \(seed): \(done)"] + differences }
        }

        for deed in done.reversed() { try await deed.undo(in: store) }
        try expect(start)
        try await settle(store)

        for deed in done { try await deed.doAgain(in: store) }
        try expect(end)
        try await settle(store)

        if seed.isMultiple(of: 3) { return faults }
        for deed in done.reversed() { try await deed.undo(in: store) }
        try expect(start)
        return faults
    }

    private func contents(of store: TemporaryStore) throws -> (all: UserContent, withoutTargets: UserContent) {
        (try UserContent(of: store), try UserContent(of: store, withTargets: false))
    }

    /// Updates the search index and expects an intact index, intact foreign keys, and no active step.
    private func settle(_ store: TemporaryStore) async throws {
        let file = try store.connection()
        try file.transaction { try SearchIndexer(file).update() }
        #expect(try SearchCheck().findings(in: file) == [])
        #expect(try ForeignKeyCheck().findings(in: file) == [])
        #expect(try file.first("SELECT count(*) FROM present_step") { $0[0] as Int } == 0)
    }

    private enum Done {
        case edit(Step.ID)
        case undo(Step.ID)

        func undo(in store: TemporaryStore) async throws {
            switch self {
            case .edit(let step): _ = try await store.history.undo(step)
            case .undo(let step): _ = try await store.history.redo(step)
            }
        }

        func doAgain(in store: TemporaryStore) async throws {
            switch self {
            case .edit(let step): _ = try await store.history.redo(step)
            case .undo(let step): _ = try await store.history.undo(step)
            }
        }
    }
}

/// A property test of recorded changes. `ALMANAC_SOAK=N` runs N sequences.
@Suite("Recorded changes are the differences between the states before and after each step")
struct ChangePropertyTests {
    @Test(.long("random sequences of commands"), arguments: 0..<(try Soak.times(atLeast: 10, byDefault: 2)))
    func `The changes recorded for any command sequence are the differences between its states`(seed: Int) async throws
    {
        let store = try await TemporaryStore()
        var commands = try await RandomCommands(store, seed: UInt64(seed))
        for _ in 0..<25 { _ = try await commands.next() }
        let connection = try store.connection()
        for kind in Kind.allCases { try kind.content.expectDifferences(in: connection, seed: seed) }
    }
}

extension StoredRecord {
    /// Compares the changes of all steps, read together, with the complete states before and after each step.
    fileprivate static func expectDifferences(in connection: Connection, seed: Int) throws {
        let moments = try connection.all(
            "SELECT DISTINCT record_id, step_id FROM change WHERE kind = ?1 AND record_id IS NOT NULL", binding: kind
        ) { HistoryPoint(id: $0[0], step: try $0[1]) }
        let changes = try table.changes(at: moments, on: connection)
        #expect(changes.count == moments.count)
        let ownKeys = Set(fields.map(\.key) + ["photo", "card"])
        for moment in moments {
            let old = try table.past([moment], in: connection)[moment]?.content
            let new = try table.past([moment.after], in: connection)[moment.after]?.content
            let differences = table.differences(old ?? Self(), new ?? Self(), titledFor: new ?? old ?? Self())
            let names = try connection.pastNames(of: Set(differences.flatMap(\.recordIDs)))
            let change = try #require(changes[moment])
            #expect(
                change.fields.filter { ownKeys.contains($0.key) } == differences.map { $0.fieldChange(names) },
                "sequence \(seed), \(kind) \(moment)")
            if let state = new ?? old { #expect(change.record.name == state.title) }
            #expect((change.action == .added) == (old == nil && new != nil))
        }
    }
}

/// A generator of random changes, each a separate command.
struct RandomCommands {
    let store: TemporaryStore
    var chance: SeededGenerator

    init(_ store: TemporaryStore, seed: UInt64) async throws {
        self.store = store
        chance = SeededGenerator(seed: seed)
    }

    /// Runs a random command and returns the step that it undid, if any.
    mutating func next() async throws -> Step.ID? {
        let choice = chance.number(below: 18)
        let undone = try await pastEdit()
        let command = "command \(choice)"
        if choice == 0, let undone {
            do {
                _ = try await store.history.undo(undone)
                return undone
            } catch HistoryProblem.changedSince, HistoryProblem.undoneAlready, HistoryProblem.redoneAlready,
                HistoryProblem.purged, HistoryProblem.accountGone, HistoryProblem.accountNameTaken,
                HistoryProblem.uidTaken
            {
                return nil
            }
        }
        var next = self
        if choice == 1 {
            try next.runAsOtherProgram()
        } else {
            let author = choice.isMultiple(of: 2) ? try await store.accounts.accounts().first?.id : nil
            try await CommandContext.$current.withValue(CommandContext(command, by: author)) {
                try await next.edit(choice)
            }
        }
        self = next
        return nil
    }

    private mutating func pastEdit() async throws -> Step.ID? {
        let steps = try await store.history.steps(about: nil, at: .beginning, limit: 6).items
        return steps.filter { $0.role == .edit && !$0.isUndone }.randomElement(using: &chance)?.id
    }

    // MARK: - Almanac’s own commands

    private mutating func edit(_ choice: Int) async throws {
        switch choice {
        case 2, 3: _ = try await store.persons.add(try await person())
        case 4: _ = try await store.planets.add(planet())
        case 5: _ = try await store.groups.add(group())
        case 6: _ = try await store.notes.add(try await note())
        case 7, 8: try await change(store.persons, to: try await person())
        case 9: try await change(store.planets, to: planet())
        case 10: try await change(store.notes, to: try await note())
        case 11: try await changeMembers()
        case 12: try await changeTies()
        case 13: try await store.persons.delete(some(.person, 2).compactMap { Person.ID($0) })
        case 14: try await deleteAny()
        case 16: try await merge()
        case 17: try await changeAccount()
        default:
            try await store.groups.delete(some(.group, 1).compactMap { Group.ID($0) })
            _ = try await store.groups.add(group())
        }
    }

    private mutating func deleteAny() async throws {
        try await store.planets.delete(some(.planet, 1).compactMap { Planet.ID($0) })
        if chance.happens(oneIn: 2) { try await store.notes.delete(some(.note, 1).compactMap { Note.ID($0) }) }
        if chance.happens(oneIn: 4) {
            try await store.seeds.load(.named("flintstones"))
        }
    }

    private mutating func change<Content>(
        _ records: some RecordDataSource<Content>, to content: Content
    ) async throws {
        guard let address = try some(Content.kind, 1).first, let id = TypedRecordID<Content>(address) else { return }
        let present = try await records.record(id)
        var changed = present.content
        for field in Content.fields where chance.happens(oneIn: 4) {
            try field.write(&changed, field.read(content))
        }
        do {
            _ = try await records.update(id, version: present.version, to: changed)
        } catch RecordProblem.holdsNul {
            // Another program has stored a NUL character, which the history records.
        }
    }

    private mutating func merge() async throws {
        let ids = try some(.person, 2).compactMap { Person.ID($0) }
        guard ids.count == 2 else { return }
        let persons = try await store.persons.records(ids)
        guard persons.count == 2, persons[0].id != persons[1].id else { return }
        let content = PersonMerge(persons[0].content, persons[1].content) { first, _ in first }.content
        do {
            try await store.duplicates.merge(persons[1], into: persons[0], as: content, in: .test)
        } catch RecordProblem.holdsNul {
            // Another program has stored a NUL character, which the history records.
        }
    }

    private mutating func changeMembers() async throws {
        guard let address = try some(.group, 1).first, let group = Group.ID(address) else { return }
        let members = try some(.person, 3) + some(.planet, 2)
        if chance.happens(oneIn: 3) {
            try await store.groups.remove(members, from: group)
        } else {
            try await store.groups.add(members, to: group)
        }
    }

    private mutating func changeAccount() async throws {
        let accounts = try await store.accounts.accounts()
        let name = "Account \(chance.number(below: 9))"
        let passphrase = chance.happens(oneIn: 2) ? Passphrase("open sesame") : nil
        do {
            guard var account = accounts.randomElement(using: &chance), chance.happens(oneIn: 2) else {
                _ = try await store.accounts.add(name: name, passphrase: passphrase)
                return
            }
            if chance.happens(oneIn: 2) {
                account.name = name
                try await store.accounts.update(account)
            } else {
                try await store.accounts.setPassphrase(passphrase, of: account.id, in: .test)
            }
        } catch AccountProblem.nameTaken {
            // Account names are unique.
        }
    }

    private mutating func changeTies() async throws {
        let accounts = try await store.accounts.accounts()
        guard var account = accounts.randomElement(using: &chance) else {
            _ = try await store.accounts.add(name: "Leia", passphrase: nil)
            return
        }
        for address in try some(chance.pick(Kind.allCases), 2) {
            try await store.favorites.setFavorite(chance.happens(oneIn: 2), address, of: account.id)
        }
        let card = try some(.person, 1).first
        account.card = card.map { RecordReference(id: $0, name: "") }
        try await store.accounts.update(account)
    }

    // MARK: - Other programs

    private mutating func runAsOtherProgram() throws {
        let file = try store.connection()
        for _ in 0...chance.number(below: 3) {
            let number = chance.number(below: 1000)
            try file.execute(
                chance.pick([
                    "UPDATE person SET given = given || '\(number)', home_id = NULL WHERE id % 3 = \(number % 3)",
                    "UPDATE planet SET mass_kg = \(number) / 7.0, rings = NULL WHERE id % 2 = 0",
                    "INSERT INTO person (given, family) VALUES ('Outside', char(\(number), 0, 92, 48, 34) || 'x')",
                    "DELETE FROM person_email WHERE position = 0",
                    "UPDATE person_phone SET position = position + 10 WHERE person_id % 2 = \(number % 2)",
                    "REPLACE INTO people_group (id, name) SELECT id, name || '\(number)' FROM people_group LIMIT 1",
                    "DELETE FROM note WHERE id % 4 = \(number % 4)",
                    "UPDATE membership SET position = -position WHERE person_id % 2 = 0",
                    "UPDATE group_planet SET position = -position WHERE planet_id % 2 = 0",
                    "UPDATE person SET version = version + 1",
                ]))
        }
    }

    // MARK: - Existing records

    private mutating func some(_ kind: Kind, _ count: Int) throws -> [RecordID] {
        let ids = try store.connection().all("SELECT id FROM \(kind.table) ORDER BY id") { $0[0] as Int64 }
        let limit = count
        return ids.shuffled(using: &chance).prefix(limit).map { RecordID(kind: kind, number: $0) }
    }

    private mutating func person() async throws -> Person {
        let home = try some(.planet, 1).first.flatMap { Planet.ID($0) }
        if let home, chance.happens(oneIn: 3) { return .full(home: home) }
        var person = Population(1, seed: chance.next(), duplicateEvery: 0).persons[0]
        person.home = chance.happens(oneIn: 2) ? home : nil
        if chance.happens(oneIn: 2) { person.relations = try relations() }
        if chance.happens(oneIn: 3) { person.emails.append(Labeled("e\\0", "\u{1}\\s\"é\u{301}")) }
        return person
    }

    private mutating func planet() -> Planet {
        var planet = Planet.example
        planet.name = "Planet \(chance.number(below: 9))"
        planet.massKg = .random(in: -1e300...1e300, using: &chance)
        planet.eccentricity = 1 / Double(1 + chance.number(below: 100))
        planet.aliases = (0..<chance.number(below: 4)).map { "Alias \($0)" }
        return planet
    }

    private mutating func group() -> Group {
        var group = Group.example
        group.name = "Group \(chance.next())"
        return group
    }

    private mutating func note() async throws -> Note {
        var note = Note.example
        note.text = "- \(chance.next())"
        note.subject = try some(chance.pick([.person, .group, .planet]), 1).first
        note.persons = try some(.person, chance.number(below: 3)).compactMap { Person.ID($0) }
        note.date = chance.pick([nil, CivilDate("2026-11-20"), CivilDate("2026-11-22")])
        note.kind = chance.pick(["", "met", "gift"])
        note.reminder = chance.pick([nil, CivilDate("2026-12-05")])
        note.isDone = chance.pick([nil, true, false])
        return note
    }

    /// Returns relations to existing persons, by name or UUID, and to unknown ones.
    private mutating func relations() throws -> [Labeled<String>] {
        let connection = try store.connection()
        let texts = try some(.person, 2).flatMap { person in
            try connection.all("SELECT display_name, uuid FROM person WHERE id = ?1", binding: person.number) { row in
                let name = row[0] as String
                // Another program can store a NUL character in a name, but Almanac does not accept one in a relation.
                let isNamed = chance.happens(oneIn: 2) && !name.utf8.contains(0)
                return isNamed ? name : "urn:uuid:\(row[1] as String)"
            }
        }
        return (texts + ["Somebody"]).map { Labeled(chance.pick(["spouse", "child", "Neighbor"]), $0) }
    }
}
