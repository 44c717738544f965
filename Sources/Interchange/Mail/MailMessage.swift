import Model
import Text

/// The addresses in the headers of an email message (RFC 5322).
public struct MailMessage: Sendable {
    public enum Header: String, Hashable, Sendable, CaseIterable {
        case from
        case replyTo = "reply-to"
        case to, cc
    }

    private let fields: [(header: Header, value: String)]

    /// Creates a message from its headers, up to the first empty line. Invalid lines are ignored.
    public init(_ bytes: [UInt8]) {
        var fields: [(header: Header, value: [UInt8])] = []
        var isOpen = false
        for line in bytes.lazy.split(separator: UInt8.lineFeed, omittingEmptySubsequences: false) {
            let line = line.last == UInt8.carriageReturn ? line.dropLast() : line
            guard let first = line.first else { break }
            if first.isBlank {
                if isOpen { fields[fields.count - 1].value += line }
                continue
            }
            isOpen = false
            guard let colon = line.firstIndex(of: UInt8.colon) else { continue }
            let name = String(decoding: line[..<colon], as: UTF8.self).trimmed.lowercased()
            guard let header = Header(rawValue: name) else { continue }
            fields.append((header, Array(line[(colon + 1)...])))
            isOpen = true
        }
        self.fields = fields.map { ($0.header, Self.text($0.value)) }
    }

    /// Returns each address once, in the order of the message, with the first name given for it.
    public func mailboxes(in headers: Set<Header> = Set(Header.allCases)) -> [Mailbox] {
        let all = fields.filter { headers.contains($0.header) }.flatMap { MailboxParser.mailboxes(in: $0.value) }
        let found = Dictionary(all.map { ($0.address.lowercased(), $0) }) { $0.name.isEmpty ? $1 : $0 }
        return all.map { $0.address.lowercased() }.unique.compactMap { found[$0] }
    }

    /// Decodes UTF-8 (RFC 6532) or ISO-2022, or Windows-1252 if the bytes are neither.
    private static func text(_ bytes: [UInt8]) -> String {
        let decoded =
            Charset.escaped(bytes[...])?.decoded(bytes[...])
            ?? String(validating: bytes, as: UTF8.self).map { Array($0.utf8) }
        return String(decoding: decoded ?? Charset.windows1252.decoded(bytes[...]) ?? [], as: UTF8.self)
    }
}
