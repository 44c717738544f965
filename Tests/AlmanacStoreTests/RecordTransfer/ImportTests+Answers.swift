import Interchange
import Model
import TestSupport
import Testing

/// Decisions by the way in which cards match, and the effects that a dry run lists.
extension ImportTests {
    private func importText(_ text: String, decisions: String, isDryRun: Bool = false) async throws -> ImportReport {
        try await store.imports.importContacts(
            [ContactStream(text)], onDuplicate: try #require(DuplicateDecisions(decisions)),
            reportingTo: ImportListener(),
            in: CommandContext("import cards.vcf", by: nil, isDryRun: isDryRun))
    }

    private func persons() async throws -> [Person] {
        try await store.persons.list(ListRequest(by: .created)).items.map(\.content)
    }

    private func ann(_ uid: String, _ lines: String...) -> String {
        card(["UID:\(uid)", "N:Bell;Ann;;;", "FN:Ann Bell", "EMAIL:ann@x.example"] + lines)
    }

    @Test("Changed cards and possible duplicates are decided separately")
    func separateDecisions() async throws {
        _ = try await importText(ann("1", "TITLE:Pilot"))
        let cards = ann("1", "TITLE:Captain") + ann("2", "TEL:+1 555 0100 200")
        let open = try await importText(cards, decisions: "changed=merge")
        #expect(open.undecided == [.possible: 1] && open.isOpen)
        #expect(try await persons().map(\.jobTitle) == ["Pilot"])
        let report = try await importText(cards, decisions: "changed=merge,possible=skip")
        #expect(report.counts == [.changed: 1, .possible: 1])
        #expect(try await persons().map(\.jobTitle) == ["Captain"])
        #expect(try await persons().map(\.phones) == [[]])
        _ = try await importText(cards, decisions: "skip,possible=keep-both")
        #expect(try await persons().count == 2)
    }

    @Test(
        "Two cards with different UIDs in one file stay two persons unless a more specific decision merges them",
        arguments: [("merge", 2), ("skip", 2), ("keep-both", 2), ("possible=merge", 1), ("merge,2=merge", 1)])
    func twins(decisions: String, count: Int) async throws {
        let report = try await importText(ann("1") + ann("2", "TITLE:Pilot"), decisions: decisions)
        #expect(report.counts == [.new: 1, .possible: 1])
        let uids = try await persons().map { $0.knownUIDs.count }
        #expect(uids == (count == 2 ? [1, 1] : [2]))
    }

    @Test("Cards in one file that match the same existing contact under different UIDs are not merged with each other")
    func twinsOfOneContact() async throws {
        _ = try await importText(ann("1"))
        _ = try await importText(ann("1", "TITLE:Pilot") + ann("2", "TITLE:Captain"), decisions: "merge")
        #expect(try await persons().map(\.jobTitle) == ["Pilot", "Captain"])
        _ = try await importText(ann("3"), decisions: "merge")
        #expect(try await persons().count == 2)
    }

    @Test("A dry run lists the fields that a merge would change")
    func effects() async throws {
        _ = try await importText(ann("1", "TITLE:Pilot", "X-HAIR:red"))
        let newer = ann("1", "TITLE:Captain", "TEL:+1 555 0100 200", "X-EYES:blue", "CATEGORIES:Crew", "NOTE:Tall.")
        let report = try await importText(newer, decisions: "", isDryRun: true)
        let effects = try #require(report.cases.first).effects
        #expect(effects.changes == ["Title", "Phone", "Groups", "Notes", "X-EYES"], "\(effects)")
        #expect(effects.conflicts == [])
        let skipped = try await importText(newer, decisions: "skip", isDryRun: true)
        #expect(skipped.cases.first?.effects == ImportReport.MergeEffects())
        #expect(try await persons().map(\.jobTitle) == ["Pilot"])
    }

    @Test("A dry run lists the fields that were changed both locally and on the card")
    func conflicts() async throws {
        _ = try await importText(ann("1", "TITLE:Pilot", "NICKNAME:A"))
        let record = try #require(try await store.persons.list(ListRequest()).items.first)
        var edited = record.content
        (edited.jobTitle, edited.name.nickname) = ("Major", "B")
        _ = try await store.persons.update(record.id, version: record.version, to: edited)
        let newer = ann("1", "TITLE:Captain", "NICKNAME:A", "TEL:+1 555 0100 200")
        let effects = try #require(try await importText(newer, decisions: "", isDryRun: true).cases.first).effects
        #expect(effects.changes == ["Title", "Phone"] && effects.conflicts == ["Title"], "\(effects)")
        let doubtful = ann("2", "TITLE:Captain")
        let others = try #require(try await importText(doubtful, decisions: "", isDryRun: true).cases.first).effects
        #expect(others.changes == [] && others.conflicts == ["Title"], "\(others)")
    }

    @Test("A row that differs from a contact only by the middle initial requires a decision")
    func middleInitial() async throws {
        _ = try await importText(card("FN:Ann B. Bell", "N:Bell;Ann;B.;;", "EMAIL:ann@x.example", "TEL:1"))
        func rows(_ middle: String) -> ContactStream {
            let text = "First Name,Middle Name,Last Name,Email\nAnn,\(middle),Bell,ann@x.example\n"
            return ContactStream(InMemoryByteSource(text), by: ContactCSVReader(file: "a.csv"))
        }
        #expect(try await store.imports.importContacts([rows("")], onDuplicate: nil).undecided == [.possible: 1])
        #expect(try await store.imports.importContacts([rows("B.")], onDuplicate: nil).counts == [.same: 1])
    }

    @Test(
        "A row whose name differs from a contact’s only by a missing or abbreviated middle name requires a decision",
        arguments: [
            ("Ann,B.,Bell,", "Bell;Ann;;;", true), ("Ann,,Bell,", "Bell;Ann;B.;;", true),
            ("ANN,B,Bell,", "Bell;Ann;Bea;;", true), ("Ann,Bea,Bell,555 010 0200", "Bell;Ann;;;", false),
            ("Ann,B.,Bell,555 010 0100", "Bell;Ann;;;", true), ("Ann,Carla,Bell,", "Bell;Ann;Bea;;", false),
            ("Anna,B.,Bell,", "Bell;Ann;;;", false), ("Ann,,Bell,", "Bell;Ann;;Jr.;", false),
        ])
    func middleNameOnly(row: String, name: String, isPossible: Bool) async throws {
        _ = try await importText(card("FN:Ann", "N:\(name)", "TEL:555 010 0100"))
        let text = "First Name,Middle Name,Last Name,Phone\n\(row)\n\(row)\n"
        let rows = ContactStream(InMemoryByteSource(text), by: ContactCSVReader(file: "a.csv"))
        let report = try await store.imports.importContacts([rows], onDuplicate: nil)
        #expect(report.undecided == (isPossible ? [.possible: 2] : [:]), "\(report.counts)")
    }

    @Test(
        "A full name in one column requires a decision if only a middle initial differs",
        arguments: [("Ann Q. Bell", "Ann Bell"), ("Bell, Ann Q", "Ann Bell"), ("Ann Bell", "Ann Q. Bell")])
    func middleInitialInFullName(row: String, name: String) async throws {
        func imported(_ names: String...) async throws -> ImportReport {
            let text = "Name,Note\n" + names.map { "\"\($0)\",\n" }.joined()
            let rows = ContactStream(InMemoryByteSource(text), by: ContactCSVReader(file: "a.csv"))
            return try await store.imports.importContacts([rows], onDuplicate: nil)
        }
        _ = try await imported(name, "J. R. R. Tolkien")
        #expect(try await imported(row).undecided == [.possible: 1])
        #expect(try await imported(name, "J. R. R. Tolkien").counts == [.same: 2])
        #expect(try await imported("Bob Bell", "Ann Berta Bell").counts == [.new: 2])
    }

    @Test("A row also requires a decision if the contact’s given name contains the middle initial")
    func middleInitialInGivenName() async throws {
        _ = try await importText(card("FN:Ann Q. Bell", "N:Bell;Ann Q.;;;"))
        let rows = ContactStream(InMemoryByteSource("Name,Note\nAnn Bell,\n"), by: ContactCSVReader(file: "a.csv"))
        #expect(try await store.imports.importContacts([rows], onDuplicate: nil).undecided == [.possible: 1])
    }

    @Test("A card that was revised before the contact’s card is reported as older")
    func olderCard() async throws {
        _ = try await importText(ann("1", "TITLE:Captain", "REV:20260102T000000Z"))
        let older = ann("1", "TITLE:Pilot", "TEL:+1 555 0100 200", "REV:20250102T000000Z")
        let report = try await importText(older, decisions: "merge")
        #expect(report.counts == [.older: 1] && report.cases.map(\.kind) == [.older])
        #expect(try await persons().map(\.jobTitle) == ["Captain"])
        #expect(try await persons().map(\.phones.count) == [1])
        let withoutNews = try await importText(ann("1", "TITLE:Pilot", "REV:20250101T000000Z"))
        #expect(withoutNews.counts == [.older: 1] && withoutNews.cases.isEmpty && withoutNews.undecided.isEmpty)
        let newer = ann("1", "TITLE:Major", "REV:20260103T000000Z")
        #expect(try await importText(newer, decisions: "merge").counts == [.changed: 1])
    }
}

/// Decisions about single cards.
extension ImportTests {
    @Test("A decision for a single card takes precedence over the common decision")
    func decisions() async throws {
        func titles() async throws -> [String] {
            try await store.persons.records((1...5).map { Person.ID(rawValue: $0) }).map(\.content.jobTitle)
        }
        let names = ["Ann", "Ben", "Cid", "Dan"]
        func cards(_ title: String, _ names: [String]) -> ContactStream {
            ContactStream(
                names.map { card("UID:\($0)", "N:Bell;\($0);;;", "FN:\($0) Bell", "TITLE:\(title)") }.joined())
        }
        _ = try await store.imports.importContacts([cards("old", names)], onDuplicate: nil)
        var streams: [ContactStream] { [cards("new", Array(names.prefix(3))), cards("new", [names[3]])] }
        for (text, undecided) in [("2=skip", 3), ("2=skip,1=merge,3=keep-both", 1)] {
            let decisions = try #require(DuplicateDecisions(text))
            let report = try await store.imports.importContacts(
                streams, onDuplicate: decisions, reportingTo: ImportListener(), in: .test)
            #expect(report.undecided == [.changed: undecided])
            #expect(try await titles() == Array(repeating: "old", count: 4))
        }
        let decisions = try #require(DuplicateDecisions("merge,2=skip,3=keep-both,2.1=skip"))
        _ = try await store.imports.importContacts(
            streams, onDuplicate: decisions, reportingTo: ImportListener(), in: .test)
        #expect(try await titles() == ["new", "old", "old", "old", "new"])
    }

    @Test(
        "Decisions round-trip through the value of --on-duplicate",
        arguments: [
            "", "skip", "merge,3=skip", "1=merge,3=keep-both,2.1=skip", "keep-both,2.7=merge", "changed=merge",
            "skip,changed=merge,possible=skip,2=merge",
        ])
    func decisionText(text: String) {
        #expect(DuplicateDecisions(text)?.description == text)
    }

    @Test(
        "Invalid decisions are rejected",
        arguments: ["x", "merge,0=skip", "1=x", "1.2.3=skip", "=skip", "1=skip=merge", "changed", "same=skip"])
    func invalidDecisions(text: String) {
        #expect(DuplicateDecisions(text) == nil)
    }
}
