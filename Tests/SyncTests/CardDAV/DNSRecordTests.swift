import Testing

@testable import Sync

@Suite("DNS record")
struct DNSRecordTests {
    /// Returns a response with one question and the given answers, whose names refer to the question.
    private func response(_ records: [(type: UInt8, data: [UInt8])]) -> [UInt8] {
        let header: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0]
        let question = name("_carddavs._tcp.example.org") + [0, 33, 0, 1]
        return records.reduce(header + question) { bytes, record in
            bytes + [0xC0, 12, 0, record.type, 0, 1, 0, 0, 14, 16, 0, UInt8(record.data.count)] + record.data
        }
    }

    private func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    @Test("The server with the lowest priority and the highest weight is chosen")
    func services() {
        let records = DNSRecord.answers(
            in: response([
                (33, [0, 20, 0, 9, 1, 187] + name("c.example.org")),
                (33, [0, 10, 0, 1, 1, 187] + name("b.example.org")),
                // The end of the name refers to “example.org” in the question.
                (33, [0, 10, 0, 5, 32, 251, 3] + Array("dav".utf8) + [0xC0, 27]), (16, [3] + Array("a=b".utf8)),
            ]))
        let best = records.compactMap(\.service).min()
        #expect(best?.host == "dav.example.org")
        #expect(best?.port == 8443)
        #expect(records.compactMap(\.service).count == 3)
    }

    @Test("The strings of a TXT record are read")
    func texts() {
        let data: [UInt8] = [3] + Array("a=b".utf8) + [10] + Array("path=/dav/".utf8) + [0]
        #expect(DNSRecord.answers(in: response([(16, data)])).flatMap(\.texts) == ["a=b", "path=/dav/", ""])
    }

    @Test("All fields of a service record are read")
    func serviceFields() throws {
        let records = DNSRecord.answers(
            in: response([(33, [1, 2, 3, 4, 5, 6] + name("a.b")), (16, [1, 97]), (1, [0])]))
        #expect(records.map(\.type) == [33, 16, 1])
        let service = DNSRecord.Service(priority: 258, weight: 772, port: 1286, host: "a.b")
        #expect(records.map(\.service) == [service, nil, nil])
        #expect(records.map(\.texts) == [[], ["a"], []])
        let root = DNSRecord.answers(in: response([(33, [0, 0, 0, 0, 0, 0] + name(""))]))
        #expect(root.first?.service?.host == "")
    }

    @Test("Servers are ordered by ascending priority, descending weight, and host")
    func order() {
        let order: [(Int, Int, String)] = [(1, 1, "b"), (2, 9, "c"), (2, 5, "a"), (2, 5, "b"), (3, 9, "a")]
        let servers = order.map { DNSRecord.Service(priority: $0.0, weight: $0.1, port: 9, host: $0.2) }
        #expect(servers.reversed().sorted() == servers)
        #expect(servers.sorted() == servers)
    }

    @Test("Only the complete answers in a truncated response are read")
    func truncated() {
        let whole = response([(16, [1, 97]), (16, [2, 98, 98])])
        let first = 12 + name("_carddavs._tcp.example.org").count + 4 + 12 + 2
        for count in 0...whole.count {
            let texts = DNSRecord.answers(in: Array(whole.prefix(count))).flatMap(\.texts)
            #expect(texts == (count < first ? [] : count < whole.count ? ["a"] : ["a", "bb"]), "\(count) bytes")
        }
        var many = whole
        many[7] = 9
        #expect(DNSRecord.answers(in: many).count == 2)
        many[7] = 1
        #expect(DNSRecord.answers(in: many).count == 1)
        // The text is longer than the data of its record.
        #expect(DNSRecord.answers(in: response([(16, [5, 97])])).flatMap(\.texts).isEmpty)
    }

    @Test("A label has up to 63 bytes, and a reference has two", arguments: [(63, true), (64, false), (191, false)])
    func labels(length: UInt8, isValid: Bool) {
        let host = [length] + [UInt8](repeating: 97, count: Int(length)) + [0]
        let service = DNSRecord.answers(in: response([(33, [0, 0, 0, 0, 0, 0] + host)])).first?.service
        #expect(service?.host == (isValid ? String(repeating: "a", count: 63) : nil))
        let reference = DNSRecord.answers(in: response([(33, [0, 0, 0, 0, 0, 0, 0xC0, 12])])).first?.service
        #expect(reference?.host == "_carddavs._tcp.example.org")
    }

    @Test("The well-known path and the root are tried after a service’s own path")
    func candidates() {
        let origin = Origin(isSecure: false, host: "a.example", port: 8080)
        #expect(
            CardDAVService(origin: origin, path: "/dav/").candidates.map(\.description) == [
                "http://a.example:8080/dav/", "http://a.example:8080/.well-known/carddav", "http://a.example:8080/",
            ])
        #expect(CardDAVService(origin: origin).candidates.map(\.path) == ["/.well-known/carddav", "/"])
    }

    @Test("Malformed responses cause neither a crash nor an endless loop")
    func malformed() {
        let whole = response([(33, [0, 10, 0, 5, 1, 187] + name("dav.example.org")), (16, [200, 1])])
        for count in 0..<whole.count {
            _ = DNSRecord.answers(in: Array(whole.prefix(count))).map { ($0.service, $0.texts) }
        }
        // The name in this response refers to itself.
        let loop: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0, 0xC0, 12, 0, 33, 0, 1]
        #expect(DNSRecord.answers(in: loop).isEmpty)
    }
}
