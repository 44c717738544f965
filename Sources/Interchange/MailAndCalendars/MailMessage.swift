import Model
import Text

/// The email addresses, the date, and the subject in the headers of an email message (RFC 5322).
public struct MailMessage: Sendable {
    public enum Header: String, Hashable, Sendable, CaseIterable {
        case from
        case replyTo = "reply-to"
        case to, cc
    }

    private let fields: [(header: Header, value: String)]
    /// The email addresses of the mailing list that sent the message, in lowercase (RFC 2369, RFC 2919).
    public private(set) var listAddresses: Set<String>
    /// The subject on one line; may be empty.
    public let subject: String
    /// The date in the time zone of the sender, or `nil` if it is missing or invalid.
    public let date: CivilDate?
    /// The date as written in the message; empty if it is missing.
    public let dateText: String
    /// The Message-ID without angle brackets or, if it is missing, a checksum of the sender, the date, and the subject.
    public let id: String

    /// Creates a message from its headers, up to the first empty line. Invalid lines are ignored.
    public init(_ bytes: [UInt8]) {
        var fields: [(name: String, value: [UInt8])] = []
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
            guard Header(rawValue: name) != nil || ListHeader(rawValue: name) != nil || Detail(rawValue: name) != nil
            else { continue }
            fields.append((name, Array(line[(colon + 1)...])))
            isOpen = true
        }
        self.fields = fields.compactMap { field in
            Header(rawValue: field.name).map { ($0, Self.text(field.value)) }
        }
        func detail(_ detail: Detail) -> String {
            fields.first { $0.name == detail.rawValue }.map { Self.text($0.value).trimmed } ?? ""
        }
        let (subject, date, id) = (detail(.subject), detail(.date), detail(.messageID))
        self.subject = Mailbox.line(EncodedWords.decoded(subject))
        (self.date, dateText) = (Self.day(date), date)
        let sender = fields.first { $0.name == Header.from.rawValue }.map { Self.text($0.value) } ?? ""
        let checksum = String(FNV1a("\(sender)\n\(date)\n\(subject)".utf8).value, radix: 16)
        self.id = id.isEmpty ? "checksum:\(checksum)" : String(id.drop { $0 == "<" }.prefix { $0 != ">" })
        let isFromList =
            fields.contains { ListHeader(rawValue: $0.name) != nil }
            || ["list", "bulk"].contains(detail(.precedence).lowercased())
        listAddresses = Set(
            fields.flatMap { field in
                ListHeader(rawValue: field.name)?.addresses(in: Self.text(field.value)) ?? []
            })
        let senders = senders
        // Reply-To contains an address of the list, unless the list has replaced the sender with its own address.
        guard isFromList, senders.isDisjoint(with: listAddresses) else { return }
        listAddresses.formUnion(Set(mailboxes(in: [.replyTo]).map(\.key)).subtracting(senders))
    }

    /// A header that describes the message.
    private enum Detail: String { case subject, date, precedence, messageID = "message-id" }

    /// Returns the day of a date such as `Sat, 28 Nov 2026 10:00:00 +0100` (RFC 5322 section 3.3),
    /// `28 Nov 26 10:00 EST` (section 4.3), `Sat Nov 28 10:00:00 2026`, or `2026-11-28T10:00:00Z`.
    private static func day(_ text: String) -> CivilDate? {
        var words = text.split { $0.isWhitespace || $0 == "," }
        if words.count > 1, words[0].allSatisfy(\.isLetter) { words.removeFirst() }
        var parts = words.prefix(3).map(String.init)
        if words.count > 3, words[0].allSatisfy(\.isLetter) { parts = [words[1], words[0], words[3]].map(String.init) }
        if let word = words.first, let end = word.firstIndex(of: "T") { parts = [String(word[..<end])] }
        if parts.count == 3, parts[2].count < 4, let year = Int(parts[2]) {
            parts[2] = String(year + (year < 50 ? 2000 : 1900))
        }
        guard case .date(let day)? = DateInput(parts.joined(separator: " "), mayBeRelative: false) else { return nil }
        return CivilDate(day)
    }

    private enum ListHeader: String {
        /// The URLs for posting, such as `<mailto:dev@lists.example.org>`.
        case post = "list-post"
        /// The identifier of the list, usually its address with a dot instead of the at sign, such as
        /// `Developers <dev.lists.example.org>`.
        case id = "list-id"
        /// The address of the list, in a nonstandard header.
        case mailingList = "x-mailing-list"
        /// The URLs for unsubscribing.
        case unsubscribe = "list-unsubscribe"

        func addresses(in value: String) -> [String] {
            value.split(separator: "<").dropFirst().compactMap { part in
                let text = part.prefix { $0 != ">" }
                switch self {
                case .post: return EmailAddress.address(inURI: String(text)).map(EmailAddress.key)
                case .mailingList, .unsubscribe: return nil
                case .id:
                    return text.firstIndex(of: ".").map { dot in
                        EmailAddress.key("\(text[..<dot])@\(text[dot...].dropFirst())")
                    }
                }
            }
        }
    }

    /// The keys of the email addresses in the header field From.
    public var senders: Set<String> { Set(mailboxes(in: [.from]).map(\.key)) }

    /// Returns each email address once, in the order of the message, with the first name given for it.
    public func mailboxes(in headers: Set<Header> = Set(Header.allCases)) -> [Mailbox] {
        let all = fields.filter { headers.contains($0.header) }.flatMap { MailboxParser.mailboxes(in: $0.value) }
        let found = Dictionary(all.map { ($0.key, $0) }) { $0.name.isEmpty ? $1 : $0 }
        return all.map(\.key).unique.compactMap { found[$0] }
    }

    /// Decodes UTF-8 (RFC 6532) or ISO-2022, or Windows-1252 if the bytes are neither.
    private static func text(_ bytes: [UInt8]) -> String {
        let decoded =
            Charset.escaped(bytes[...])?.decoded(bytes[...])
            ?? String(validating: bytes, as: UTF8.self).map { Array($0.utf8) }
        return String(decoding: decoded ?? Charset.windows1252.decoded(bytes[...]) ?? [], as: UTF8.self)
    }
}

/// A display name and an email address in the headers of a message (RFC 5322 section 3.4).
public struct Mailbox: Hashable, Sendable, CustomStringConvertible {
    /// The display name on one line. It may be empty.
    public let name: String
    public let address: String
    /// The email address, normalized for comparison.
    public var key: String { EmailAddress.key(address) }

    /// Creates a mailbox, or returns `nil` if the email address is invalid.
    init?(name: String, address: String) {
        guard EmailAddress.isValid(address) else { return nil }
        let said = Mailbox.line(name)
        self.name = said == address ? "" : said
        self.address = address
    }

    public var description: String { name.isEmpty ? address : "\(name) <\(address)>" }

    /// Returns the text on one line, without characters that are unsafe for terminals.
    fileprivate static func line(_ text: String) -> String {
        VisibleText.blanked(text).split(separator: " ").joined(separator: " ")
    }
}

extension Mailbox {
    /// A new person with this email address. The display name may be `Leia Organa`, `Organa, Leia`,
    /// `Ludwig van Beethoven`, or `Acme, Inc.`
    public var person: Person {
        var person = Person(named: name)
        person.emails = [Labeled("", address)]
        return person
    }
}

/// A parser of address lists (RFC 5322 section 3.4, including obsolete forms) with mailboxes, groups, comments, quoted
/// names, and encoded words. It ignores invalid email addresses.
struct MailboxParser {
    private var found: [Mailbox] = []
    private var phrase: [String] = []
    private var comment: String?
    /// The text between `<` and `>`, if any.
    private var angle: String?
    private var plain = ""

    static func mailboxes(in text: String) -> [Mailbox] {
        var parser = MailboxParser()
        parser.read(text)
        return parser.found
    }

    private mutating func read(_ text: String) {
        var rest = text[...]
        while let character = rest.first {
            switch character {
            case "\"": append(word: Self.quoted(&rest), isQuoted: true)
            case "(": comment = Self.comment(&rest)
            case "<": angle = Self.angle(&rest)
            case ",", ";":
                rest.removeFirst()
                end()
            case ":":
                // The text before a colon is a group name.
                rest.removeFirst()
                clear()
            case _ where character.isWhitespace:
                rest.removeFirst()
                plain += " "
            default: append(word: Self.atom(&rest), isQuoted: false)
            }
        }
        end()
    }

    private mutating func append(word: String, isQuoted: Bool) {
        phrase.append(word)
        plain += isQuoted ? "\"\(word)\"" : word
    }

    private mutating func end() {
        let name = angle == nil ? "" : phrase.joined(separator: " ")
        let address = EmailAddress.withoutBlanks(angle ?? plain)
        let said = EncodedWords.decoded(name.isEmpty ? comment ?? "" : name)
        if let mailbox = Mailbox(name: said.withoutApostrophes, address: address) { found.append(mailbox) }
        clear()
    }

    private mutating func clear() {
        (phrase, comment, angle, plain) = ([], nil, nil, "")
    }

    /// Parses a quoted string. If the closing quote is missing, the string extends to the end of the text.
    private static func quoted(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            text.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        return text
    }

    private static func comment(_ rest: inout Substring) -> String {
        var text = ""
        var depth = 0
        while let character = rest.popFirst() {
            switch character {
            case "\\": text.append(rest.popFirst() ?? character)
            case "(":
                if depth > 0 { text.append(character) }
                depth += 1
            case ")":
                depth -= 1
                if depth == 0 { return text }
                text.append(character)
            default: text.append(character)
            }
        }
        return text
    }

    /// Parses the text between `<` and `>`. An obsolete route, as in `<@a,@b:leia@c>`, is omitted.
    private static func angle(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var text = ""
        while let character = rest.first, character != ">" {
            switch character {
            case "\"": text += "\"" + quoted(&rest) + "\""
            case "(": _ = comment(&rest)
            default:
                rest.removeFirst()
                text.append(character)
            }
        }
        _ = rest.popFirst()
        text = EmailAddress.withoutBlanks(text)
        guard text.hasPrefix("@"), let colon = text.firstIndex(of: ":") else { return text }
        return String(text[text.index(after: colon)...])
    }

    private static func atom(_ rest: inout Substring) -> String {
        // Some programs write invalid characters in encoded words.
        let encoded = rest.hasPrefix("=?") ? EncodedWords.end(ofWordBeginning: rest).map { rest[..<$0] } : nil
        let word = encoded ?? rest.prefix { !$0.isWhitespace && !"\"(<,;:".contains($0) }
        rest = rest[word.endIndex...]
        return String(word)
    }
}

extension String {
    /// The text without the enclosing apostrophes that Outlook adds to names that are email addresses.
    fileprivate var withoutApostrophes: String {
        count > 2 && first == "'" && last == "'" ? String(dropFirst().dropLast()) : self
    }
}

/// Encoded words in the headers of email messages (RFC 2047), such as `=?UTF-8?Q?Padm=C3=A9?=`.
enum EncodedWords {
    /// Decodes the encoded words in a header. Invalid encoded words remain unchanged.
    static func decoded(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        var pending: Word?
        while let start = rest.firstRange(of: "=?") {
            let before = rest[..<start.lowerBound]
            guard let (word, end) = Word.read(rest[start.lowerBound...]) else {
                result += flush(&pending) + rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                continue
            }
            // Whitespace between encoded words is ignored (RFC 2047), and a character may be split between them.
            if let last = pending, before.allSatisfy(\.isWhitespace), last.charset == word.charset {
                pending = Word(charset: last.charset, bytes: last.bytes + word.bytes, source: last.source + word.source)
            } else {
                let isBetween = pending != nil && before.allSatisfy(\.isWhitespace)
                result += flush(&pending) + (isBetween ? "" : before)
                pending = word
            }
            rest = rest[end...]
        }
        return result + flush(&pending) + rest
    }

    static func end(ofWordBeginning text: Substring) -> Substring.Index? { Word.read(text)?.end }

    private static func flush(_ word: inout Word?) -> String {
        defer { word = nil }
        return word?.text ?? ""
    }

    private struct Word {
        let charset: String
        let bytes: [UInt8]
        let source: String

        var text: String {
            Charset(parameter: charset).decoded(bytes[...]).map { String(decoding: $0, as: UTF8.self) } ?? source
        }

        /// Parses the encoded word at the start of the text.
        static func read(_ text: Substring) -> (Word, end: Substring.Index)? {
            let parts = text.dropFirst(2).split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, let close = parts[3].firstIndex(of: "="), close == parts[3].startIndex,
                let charset = parts[0].split(separator: "*").first, !parts[2].contains(where: \.isWhitespace),
                let bytes = bytes(of: parts[2], encoding: parts[1])
            else { return nil }
            let end = parts[3].index(after: close)
            return (Word(charset: charset.uppercased(), bytes: bytes, source: String(text[..<end])), end)
        }

        private static func bytes(of text: Substring, encoding: Substring) -> [UInt8]? {
            let encoded = Array(text.utf8)
            switch encoding.uppercased() {
            case "B": return Base64.decoded(encoded[...])
            case "Q": return QuotedPrintable.decoded(encoded.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }[...])
            default: return nil
            }
        }
    }
}
