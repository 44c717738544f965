import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// Imports of group cards and categories.
extension ImportTests {
    @Test("The members of a group card may follow it in the file")
    func groups() async throws {
        let group = card(
            "UID:group-1", "X-ADDRESSBOOKSERVER-KIND:group", "N:Pilots", "FN:Pilots",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-1", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:nobody")
        let report = try await importText(group + leia)
        #expect(report.counts == [.new: 1] && report.groups == 2)
        let pilots = try #require(try await store.groups.named("Pilots").first.flatMap { Group.ID($0.address) })
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

    @Test("The notes and description of a group are imported and exported with its card")
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

    @Test("Members cannot be imported into a smart group, and the card of the group lists its current members")
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

    @Test("A member is found by a unique email address, and unknown members are listed")
    func membersByMail() async throws {
        let twins = ["1", "2"].map { card("UID:twin-\($0)", "FN:Twin \($0)", "EMAIL:twins@x.example") }.joined()
        let names = ["MAILTO:Leia@alderaan.example", "mailto:twins@x.example", "leia@alderaan.example", "b", "c"]
        let group = card(["KIND:group", "FN:Pilots"] + names.map { "MEMBER:\($0)" })
        let report = try await importText(twins + leia + group, .keepBoth)
        let pilots = try #require(try await store.groups.named("Pilots").first.flatMap { Group.ID($0.address) })
        #expect(try await store.groups.record(pilots).links.members.first.map(\.name) == ["Leia Organa"])
        let others = "mailto:twins@x.example, leia@alderaan.example, b, and 1 more."
        #expect(report.warnings.reported.map(\.sentence).contains("Kept unknown members on the group card: \(others)"))
    }
}
