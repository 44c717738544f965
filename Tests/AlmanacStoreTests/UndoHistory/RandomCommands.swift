import Model
import SQLite
import TestSupport

@testable import AlmanacStore

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
            } catch HistoryProblem.changedSince, HistoryProblem.undoneAlready, HistoryProblem.purged,
                HistoryProblem.accountGone, HistoryProblem.accountNameTaken
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

    // MARK: - Almanac's own commands

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

    private mutating func change<Content>(_ records: RecordStore<Content>, to content: Content) async throws {
        guard let address = try some(Content.kind, 1).first, let id = TypedRecordID<Content>(address) else { return }
        let present = try await records.record(id)
        var changed = present.content
        for field in Content.fields where chance.happens(oneIn: 4) {
            try field.write(&changed, field.read(content))
        }
        do {
            _ = try await records.update(id, version: present.version, to: changed)
        } catch RecordProblem.holdsNul {
            // A change by another program, which the history records.
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
            // A change by another program, which the history records.
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
            // Names are unique.
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
        account.card = card.map { RecordReference(address: $0, name: "") }
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
        return note
    }
}
