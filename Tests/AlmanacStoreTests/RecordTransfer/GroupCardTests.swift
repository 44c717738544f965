import Interchange
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Group cards")
struct GroupCardTests {
    let store: TemporaryStore

    init() async throws { store = try await TemporaryStore() }

    private static let leia = ["UID:rebel-1", "FN:Leia Organa", "N:Organa;Leia;;;"]
    private static let luke = ["UID:rebel-2", "FN:Luke Skywalker", "N:Skywalker;Luke;;;", "CATEGORIES:Jedi"]
    private static let pilots = [
        "X-ADDRESSBOOKSERVER-KIND:group", "UID:Group 1", "N:Pilots;;;;", "FN:Pilots", "X-COLOR:red", "CATEGORIES:Red",
        "REV:2012-03-05T13:32:54Z", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-2",
        "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:nobody", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:another-group",
        "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-1", "NOTE:Fly low.",
    ]

    private static func text(_ cards: [[String]]) -> String {
        cards.map { (["BEGIN:VCARD", "VERSION:3.0"] + $0 + ["END:VCARD", ""]).joined(separator: "\r\n") }.joined()
    }

    private func importCards(_ cards: [String]...) async throws -> ImportReport {
        try await CommandContext.$current.withValue(CommandContext("import cards.vcf", by: nil)) {
            try await store.imports.importContacts([ContactStream(Self.text(cards))], onDuplicate: .merge)
        }
    }

    /// Returns the lines of the exported cards of persons and imported groups.
    private func exported() async throws -> (persons: [[String]], groups: [[String]]) {
        func lines(_ cards: [ContactCard]) -> [[String]] {
            cards.map { card in
                var writer = CardWriter(.asItCame(otherwise: .v40))
                _ = writer.write(card)
                let text = String(decoding: writer.drain(), as: UTF8.self).replacing("\r\n ", with: "")
                return text.split(separator: "\r\n").dropFirst(2).dropLast().map(String.init)
            }
        }
        let page = try await store.exports.cards(of: .all, after: nil, limit: 10, withPhotos: true)
        return (lines(page.cards), lines(try await store.exports.importedGroups()))
    }

    private func pilotsID() async throws -> Group.ID {
        try #require(try await store.groups.named("Pilots").first.flatMap { Group.ID($0.id) })
    }

    @Test func `An unchanged group card and its members are exported exactly as imported`() async throws {
        let report = try await importCards(Self.leia, Self.pilots, Self.luke)
        #expect(report.groups == 2)
        let written = try await exported()
        #expect(written.groups == [Self.pilots])
        #expect(written.persons == [Self.leia, Self.luke])
        _ = try await importCards(Self.leia, Self.pilots, Self.luke)
        #expect(try await exported().groups == [Self.pilots])
    }

    @Test func `A member who was removed from a group stays removed, and unknown members are kept`() async throws {
        _ = try await importCards(Self.leia, Self.luke, Self.pilots)
        let id = try await pilotsID()
        #expect(try await store.groups.remove([Person.ID(rawValue: 2)], from: id) == 1)
        var changed = Self.pilots
        changed.remove(at: 7)
        let lines = try await exported().groups.first?.filter { !$0.hasPrefix("REV") }
        #expect(lines == changed.filter { !$0.hasPrefix("REV") })
        let newer = Self.pilots.map { $0.replacing("REV:2012", with: "REV:2013") }
        _ = try await importCards(Self.leia, Self.luke, newer)
        #expect(try await store.groups.record(id).links.members.first.map(\.name) == ["Leia Organa"])
    }

    @Test func `A deleted member is removed from the exported group card and returns when restored`() async throws {
        let wedge = ["UID:rebel-3", "FN:Wedge", "N:;Wedge;;;", "EMAIL:wedge@x.example"]
        let pilots = Self.pilots + ["X-ADDRESSBOOKSERVER-MEMBER:mailto:wedge@x.example"]
        _ = try await importCards(Self.leia, Self.luke, wedge, pilots)
        try await store.persons.delete([2, 3].map(Person.ID.init(rawValue:)))
        let members = try await exported().groups.first?.filter { $0.contains("MEMBER") }
        #expect(
            members == [
                "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:nobody", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:another-group",
                "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-1",
            ])
        _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
        let lines = try await exported().groups.first?.filter { !$0.hasPrefix("REV") }
        #expect(lines == pilots.filter { !$0.hasPrefix("REV") })
    }

    @Test func `Two group cards with the same name but different UIDs become two groups`() async throws {
        let others = [
            "X-ADDRESSBOOKSERVER-KIND:group", "UID:Group 2", "N:Pilots;;;;", "FN:Pilots", "X-COLOR:blue",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-1",
        ]
        #expect(try await importCards(Self.leia, Self.luke, Self.pilots, others).groups == 3)
        #expect(try await exported().groups == [Self.pilots, others])
        #expect(try await importCards(others, Self.pilots).groups == 0)
        #expect(try await exported().groups == [Self.pilots, others])
        let third = others.map { $0.replacing("Group 2", with: "Group 3") }
        #expect(try await importCards(third).groups == 1)
        #expect(try await exported().groups == [Self.pilots, others, third])
    }

    @Test func `A group without a card keeps the card that is imported for it`() async throws {
        _ = try await store.groups.add(Group(named: "Pilots"))
        #expect(try await importCards(Self.leia, Self.luke, Self.pilots).groups == 1)
        #expect(try await exported().groups == [Self.pilots])
    }

    @Test(arguments: ["Pilots", "Flyers"])
    func `A newer group card updates a group that existed before its first card`(name: String) async throws {
        let id = try await store.groups.add(Group(named: "Pilots")).id
        _ = try await importCards(Self.leia, Self.luke, Self.pilots)
        let newer = Self.pilots.map {
            $0.replacing("Pilots", with: name).replacing("nobody", with: "somebody").replacing("red", with: "blue")
        }
        #expect(try await importCards(newer).groups == 0)
        #expect(try await store.groups.record(id).content.name == name)
        #expect(try await exported().groups == [newer])
    }

    /// Databases of earlier versions can contain groups whose UID differs from that of their card.
    @Test func `A newer card updates a group with the same name whose card has the same UID`() async throws {
        let id = try await store.groups.add(Group(named: "Pilots")).id
        let uuid = try await store.groups.record(id).uuid
        _ = try await importCards(Self.leia, Self.luke, Self.pilots)
        try store.connection().run("UPDATE people_group SET uuid = ?2 WHERE id = ?1") {
            ($0[1], $0[2]) = (id.rawValue, uuid)
        }
        let newer = Self.pilots.map { $0.replacing("nobody", with: "somebody") }
        _ = try await importCards(newer)
        #expect(try await exported().groups == [newer])
    }

    @Test func `A member who is imported after the group joins it when the group card is imported again`() async throws
    {
        _ = try await importCards(Self.pilots)
        _ = try await importCards(Self.leia)
        _ = try await importCards(Self.pilots)
        #expect(try await store.groups.record(pilotsID()).links.members.first.map(\.name) == ["Leia Organa"])
        #expect(try await exported().groups == [Self.pilots])
    }

    @Test func `A new member is added to the group card`() async throws {
        _ = try await importCards(Self.leia, Self.luke, Self.pilots)
        _ = try await importCards(["UID:rebel-3", "FN:Wedge", "N:;Wedge;;;"])
        #expect(try await store.groups.add([Person.ID(rawValue: 3)], to: try await pilotsID()) == 1)
        let written = try await exported()
        #expect(written.groups.first?.contains("X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-3") == true)
        #expect(written.persons.last == ["UID:rebel-3", "FN:Wedge", "N:;Wedge;;;"])
    }

    @Test func `A newer group card renames the group unless it was renamed locally`() async throws {
        _ = try await importCards(Self.pilots)
        let id = try await pilotsID()
        func newer(_ name: String) -> [String] { Self.pilots.map { $0.replacing("Pilots", with: name) } }
        _ = try await importCards(newer("Flyers"))
        #expect(try await store.groups.record(id).content.name == "Flyers")
        var record = try await store.groups.record(id)
        record.content.name = "Aces"
        _ = try await store.groups.update(id, version: record.version, to: record.content)
        _ = try await importCards(newer("Fliers"))
        #expect(try await store.groups.record(id).content.name == "Aces")
    }

    @Test func `The search for former members uses an index`() throws {
        let plan = try #require(QueryPlan.all(of: [GroupMembers.formerMembers], on: store.location.path).first)
        #expect(plan.growingSteps == [] && plan.steps.contains { $0.contains("change_by_record") }, "\(plan.steps)")
    }

    @Test func `The search for a removed member uses an index`() throws {
        let plan = try #require(QueryPlan.all(of: [CardGroups.removal], on: store.location.path).first)
        #expect(plan.growingSteps == [] && plan.steps.contains { $0.contains("membership_past_by_person") })
    }
}

/// Imports of group cards and categories.
extension ImportTests {
    @Test("The members of a group card may follow it in the file")
    func groups() async throws {
        let group = card(
            "UID:group-1", "X-ADDRESSBOOKSERVER-KIND:group", "N:Pilots", "FN:Pilots",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-1", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:nobody")
        let report = try await importText(group + leia)
        #expect(report.counts == [.new: 1] && report.groups == 2)
        let pilots = try #require(try await store.groups.named("Pilots").first.flatMap { Group.ID($0.id) })
        #expect(try await store.groups.record(pilots).links.members.first.map(\.name) == ["Leia Organa"])
        #expect(try await importText(group + leia).groups == 0)
    }

    @Test(
        "A group without a name is recognized by its UID or its members",
        arguments: [
            ["UID:0d9e3f2c-1f54-4c3a-9f1e-2a6b7c8d9e0f"], ["UID:group 1"], [],
        ])
    func namelessGroup(uid: [String]) async throws {
        let lines = ["BEGIN:VCARD", "VERSION:4.0", "KIND:group"] + uid + ["MEMBER:rebel-1", "END:VCARD", ""]
        let group = lines.joined(separator: "\r\n")
        #expect(try await importText(group + leia).groups == 2)
        #expect(try await importText(group + leia).groups == 0)
        let named = group.replacing("KIND:group", with: "KIND:group\r\nFN:Pilots")
        #expect(try await importText(named).groups == (uid.isEmpty ? 1 : 0))
    }

    @Test("A group’s notes and description are imported and exported with its card")
    func groupNotes() async throws {
        let group = card(
            "X-ADDRESSBOOKSERVER-KIND:group", "UID:0d9e3f2c-1f54-4c3a-9f1e-2a6b7c8d9e0f", "N:Pilots;;;;", "FN:Pilots",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-1", "NOTE:# Rules\\n\\nFly low.", "NOTE:Red and gold.",
            "X-ALMANAC-SUMMARY:Who flies", "X-COLOR:red")
        let report = try await importText(leia + group)
        #expect(report.notes == 3)
        #expect(try await importText(leia + group).notes == 0)
        let out = try #require(try await store.exports.groups(of: .all).first { $0.group?.name == "Pilots" })
        #expect(out.notes == ["# Rules\n\nFly low.", "Red and gold."] && out.group?.summary == "Who flies")
        #expect(out.group?.members == ["rebel-1"])
    }

    @Test(
        "A group card before or after a contact sets the UID and description of the contact’s group",
        arguments: [0, 1])
    func groupNamedBefore(place: Int) async throws {
        let uuid = "0d9e3f2c-1f54-4c3a-9f1e-2a6b7c8d9e0f"
        let group = card("KIND:group", "UID:urn:uuid:\(uuid)", "FN:Rebels", "X-ALMANAC-SUMMARY:Who fights")
        _ = try await importText(place == 0 ? group + leia : leia + group)
        let rebels = try #require(try await store.exports.groups(of: .all).first { $0.group?.name == "Rebels" })
        #expect(rebels.group?.summary == "Who fights" && rebels.uid.map(CardUID.key) == uuid)
        #expect(rebels.group?.members == ["rebel-1"])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("Members cannot be imported into a smart group, and the group’s card lists its current members")
    func smartGroup() async throws {
        var rebels = Group()
        (rebels.name, rebels.search) = ("Rebels", "leia")
        let id = try await store.groups.add(rebels).id
        let group = card("KIND:group", "FN:Rebels", "MEMBER:luke-1")
        let other = card("UID:luke-1", "FN:Luke Skywalker", "N:Skywalker;Luke;;;", "CATEGORIES:Rebels")
        let report = try await importText(leia + other + group)
        #expect(report.groups == 0 && report.warnings.count == 3)
        #expect(
            report.warnings.reported.contains {
                $0.sentence == "Not added to “Rebels”: it is a smart group."
            })
        let hidden = try store.connection().first("SELECT count(*) FROM membership") { $0[0] as Int }
        #expect(hidden == 0)
        #expect(try await importText(leia + other).counts == [.same: 2])
        #expect(try await store.groups.record(id).links.members.first.map(\.name) == ["Leia Organa"])
        #expect(try await store.exports.groups(of: .all).map { $0.group?.members } == [["rebel-1"]])
    }

    @Test(
        "A member is found by any spelling of the URI of an email address",
        arguments: [
            "mailto:a%2Bx@b.example", "MAILTO:A+x@b.example?subject=x", "smtp:a+x@b.example", "mailto:a+y@b.example",
        ])
    func membersByURI(name: String) async throws {
        let person = card("UID:1", "FN:Ann Archer", "EMAIL:mailto:a%2Bx@b.example")
        _ = try await importText(person + card(["KIND:group", "FN:Pilots", "MEMBER:\(name)"]), .keepBoth)
        let pilots = try #require(try await store.groups.named("Pilots").first.flatMap { Group.ID($0.id) })
        #expect(try await store.groups.record(pilots).links.members.first.map(\.name) == ["Ann Archer"])
    }

    @Test("A member is found by a unique email address, and unknown members are listed")
    func membersByMail() async throws {
        let twins = ["1", "2"].map { card("UID:twin-\($0)", "FN:Twin \($0)", "EMAIL:twins@x.example") }.joined()
        let names = ["MAILTO:Leia@alderaan.example", "mailto:twins@x.example", "leia@alderaan.example", "b", "c"]
        let group = card(["KIND:group", "FN:Pilots"] + names.map { "MEMBER:\($0)" })
        let report = try await importText(twins + leia + group, .keepBoth)
        let pilots = try #require(try await store.groups.named("Pilots").first.flatMap { Group.ID($0.id) })
        #expect(try await store.groups.record(pilots).links.members.first.map(\.name) == ["Leia Organa"])
        let others = "mailto:twins@x.example, leia@alderaan.example, b, and 1 more."
        #expect(report.warnings.reported.map(\.sentence).contains("Kept unknown members on the group card: \(others)"))
    }
}
