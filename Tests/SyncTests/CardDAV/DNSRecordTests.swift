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

    @Test("Malformed responses are read without an error")
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
