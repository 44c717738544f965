import Interchange
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Limits of searches")
struct SearchLimitTests {
    private static func person(_ given: String, _ family: String, at organization: String = "") -> Person {
        var person = Person()
        (person.name.given, person.name.family, person.organization) = (given, family, organization)
        return person
    }

    private func count(_ text: String, in store: TemporaryStore) async throws -> Int {
        try await store.search.find(text, at: .beginning, limit: 1000).total
    }

    @Test("Spelling corrections are searched for only if there are fewer than five results", arguments: [4, 5, 6])
    func enoughResults(count: Int) async throws {
        let store = try await TemporaryStore()
        _ = try await store.persons.add((0..<count).map { Self.person("P\($0)", "Organa") })
        _ = try await store.persons.add(Self.person("Ann", "Orgena"))
        #expect(try await self.count("organa", in: store) == (count < 5 ? count + 1 : count))
    }

    @Test("A search for a misspelled word tries at most three similar words", arguments: [2, 3, 4])
    func trials(count: Int) async throws {
        let store = try await TemporaryStore()
        let names = ["Marlem", "Marlen", "Marlep", "Marlet"].prefix(count)
        _ = try await store.persons.add(names.map { Self.person("Ann", $0) })
        let found = try await store.search.find("marlek", at: .beginning, limit: 9).matches.map(\.reference.name)
        #expect(found.sorted() == names.prefix(3).map { "Ann \($0)" })
    }

    @Test("Only the first 16 words of a search are used", arguments: [(15, 0), (16, 1), (17, 1)])
    func words(before: Int, total: Int) async throws {
        let store = try await TemporaryStore()
        let words = (0..<17).map { "word\($0)" }
        _ = try await store.persons.add(Self.person("Ann", "Lee", at: words.joined(separator: " ")))
        #expect(try await count((words.prefix(before) + ["none"]).joined(separator: " "), in: store) == total)
    }

    @Test(
        "A prefix of more than six letters matches the first forty words with that prefix",
        arguments: [39, 40, 41])
    func terms(count: Int) async throws {
        let store = try await TemporaryStore()
        let letters = Array("abcdefghij").map(String.init)
        let endings = (0..<count).map { letters[$0 / 10] + letters[$0 % 10] }
        _ = try await store.persons.add(endings.map { Self.person("P", $0, at: "qrstuvw\($0)") })
        #expect(try await self.count("qrstuvw", in: store) == min(count, 40))
        #expect(try await self.count("qrstuv", in: store) == count)
    }

    @Test("A search for a long prefix reads at most 500 occurrences, and exactly 500 results are not marked as capped")
    func occurrences() async throws {
        let store = try await TemporaryStore()
        _ = try await store.persons.add((0..<498).map { Self.person("P\($0)", "Smith", at: "qrstuvwaa") })
        for (total, isFound) in [(499, true), (500, true), (501, false)] {
            let other = Self.person("Other\(total)", "Smith", at: total == 499 ? "qrstuvwab" : "qrstuvwaa")
            _ = try await store.persons.add(other)
            let found = try await store.search.find("qrstuvw", at: .beginning, limit: 1000)
            #expect(found.matches.contains { $0.reference.name == "Other499 Smith" } == isFound, "\(total)")
            let family = try await store.search.find("smith", at: .beginning, limit: 1)
            #expect(family.total == min(total, 500) && family.isCapped == (total == 501))
        }
    }

    @Test("Members are found by the names of the first twenty matching groups", arguments: [19, 20, 21])
    func places(count: Int) async throws {
        let store = try await TemporaryStore()
        let ids = try await store.persons.add((0..<count).map { Self.person("P\($0)", "Lee") })
        for (number, id) in ids.enumerated() {
            var group = Group()
            group.name = "Rebels \(number)"
            _ = try await store.groups.add([id], to: try await store.groups.add(group).id)
        }
        #expect(try await self.count("rebels", in: store) == count + min(count, 20))
    }

    // MARK: - Keys

    @Test("Only the first 256 characters of names are compared", arguments: [(255, false), (256, true), (257, true)])
    func nameKey(length: Int, isSame: Bool) {
        let name = String(repeating: "x", count: length)
        #expect((NameKey.key(for: name) == NameKey.key(for: name + "y")) == isSame)
        #expect((NameKey.key(for: " \(name)") == NameKey.key(for: " \(name)y")) == (length > 254))
    }

    @Test("Only the first 80 characters of streets are compared", arguments: [(79, false), (80, true), (81, true)])
    func street(length: Int, isSame: Bool) throws {
        func key(_ count: Int) throws -> PostalAddressKey {
            try #require(
                PostalAddressKey(PostalAddress(street: " 1 " + String(repeating: "x", count: count - 2) + " ")))
        }
        #expect(try key(length).isSame(as: key(length + 1)) == isSame)
        #expect(try key(length).name.utf8.count == length)
    }

    @Test(
        "A postal address is compared only if its street contains several words and a number",
        arguments: [("Palace 1", true), ("Palace", false), ("Palace Street", false), ("1", false), ("1 A", true)])
    func address(street: String, hasKey: Bool) {
        #expect((PostalAddressKey(PostalAddress(street: street)) != nil) == hasKey)
    }

    @Test(
        "Only the first 200 characters of website URLs are compared",
        arguments: [(199, false), (200, true), (201, true)])
    func website(length: Int, isSame: Bool) {
        let url = "https://a.example/" + String(repeating: "x", count: length - 18)
        #expect((WebsiteKey.key(for: url) == WebsiteKey.key(for: url + "y")) == isSame)
    }

    @Test(
        "Websites are compared without their scheme, query, and final slash",
        arguments: [
            (" HTTPS://www.A.example/ ", "a.example"), ("a.example//?x#y", "a.example"),
            ("a.example/b#c", "a.example/b"),
            ("localhost", nil), ("", nil), ("www.", nil),
        ] as [(String, String?)])
    func websiteKey(url: String, key: String?) { #expect(WebsiteKey.key(for: url) == key) }

    @Test(
        "Messenger names of at least four characters are compared without their scheme",
        arguments: [
            ("abc", nil), ("abcd", "abcd"), (" XMPP:abcd ", "abcd"), ("xmpp:abc", nil), ("@@abcd", "abcd"),
            ("skype://abcd", "abcd"), ("@abc", nil),
        ] as [(String, String?)])
    func messenger(text: String, key: String?) { #expect(WebsiteKey.ofMessenger(text) == key) }

    @Test("A UID of more than 100 bytes is compared by its hash", arguments: [(99, true), (100, true), (101, false)])
    func uid(length: Int, isWhole: Bool) {
        let uid = String(repeating: "u", count: length)
        #expect((CardTraits.key(ofUID: uid) == "uid:\(uid)") == isWhole)
        #expect(CardTraits.key(ofUID: " \(uid)\n") == CardTraits.key(ofUID: uid))
        #expect(CardTraits.key(ofUID: uid).utf8.count <= 104)
    }

    @Test(
        "Only phone numbers of at least seven digits are compared",
        arguments: [("123456", 0), ("1234567", 1), ("0123456", 0)])
    func phone(number: String, count: Int) {
        var person = Person()
        person.phones = [Labeled("", number)]
        #expect(PersonTraits(person).phones.count == count)
    }

    @Test(
        "Star names of two to six words have several spellings",
        arguments: [
            ("Alpha Centauri", true), ("Alpha Centauri b c d e", true), ("Alpha Centauri b c d e f", false),
            ("Alpha", false),
        ])
    func starSpellings(name: String, hasSeveral: Bool) {
        let keys = StarSpellings.keys(of: " \(name) ")
        #expect((keys.count > 1) == hasSeveral && keys == StarSpellings.keys(of: name))
    }

    @Test(
        "A record ID of up to 40 bits can be converted to a document number",
        arguments: [(0, true), (1 << 40 - 1, true), (1 << 40, false), (-1, false)])
    func documentID(number: Int64, isValid: Bool) {
        for kind in Kind.allCases {
            let id = RecordID(kind: kind, number: number)
            #expect(DocumentID(id)?.recordID == (isValid ? id : nil))
            #expect(DocumentID(id).map { $0.partition == .planets } != (kind != .planet))
        }
    }

    // MARK: - Records

    private static let limits: [(String, Int)] = [("nickname", 65_536), ("email", 1_048_576), ("label", 65_536)]

    @Test("Text is accepted up to the limit of its field", arguments: limits, [-1, 0, 1])
    func texts(limit: (field: String, bytes: Int), difference: Int) {
        var person = Person()
        let text = String(repeating: "x", count: limit.bytes + difference)
        switch limit.field {
        case "nickname": person.name.nickname = text
        case "email": person.emails = [Labeled("", text)]
        default: person.phones = [Labeled(text, "1")]
        }
        do throws(RecordProblem) {
            try RecordRules.check(person)
            #expect(difference <= 0)
        } catch {
            guard case .tooLong(_, limit.bytes + 1, limit.bytes) = error, difference == 1 else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("An account name can be up to 1,000 bytes long after trimming", arguments: [999, 1000, 1001])
    func accountName(length: Int) throws {
        let name = String(repeating: "é", count: length / 2) + (length.isMultiple(of: 2) ? "" : "x")
        #expect(((try? AccountName(" \(name)\n")) != nil) == (length <= 1000))
        #expect(try length > 1000 || AccountName(" \(name)\n").text == name)
    }
}
