/// Reads a list of addresses (RFC 5322 section 3.4, with the obsolete forms): mailboxes and groups of them, comments,
/// quoted names, encoded words. What is no address is passed over.
struct MailboxParser {
    private var found: [Mailbox] = []
    private var phrase: [String] = []
    private var comment: String?
    /// What stands between `<` and `>`, or where there is none, what is written together with an `@`.
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
                // What came before is the name of a group.
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
        let address = Self.withoutBlanks(angle ?? plain)
        let said = EncodedWords.decoded(name.isEmpty ? comment ?? "" : name)
        if let mailbox = Mailbox(name: said.withoutApostrophes, address: address) { found.append(mailbox) }
        clear()
    }

    private mutating func clear() {
        (phrase, comment, angle, plain) = ([], nil, nil, "")
    }

    /// A quoted string without its quotes; one that never ends goes to the end.
    private static func quoted(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            text.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        return text
    }

    /// A comment without its parentheses; comments within it are part of it.
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

    /// What stands between `<` and `>`, without the obsolete route: `<@a,@b:leia@c>`.
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
        text = withoutBlanks(text)
        guard text.hasPrefix("@"), let colon = text.firstIndex(of: ":") else { return text }
        return String(text[text.index(after: colon)...])
    }

    /// Blanks may only stand beside an `@` or a dot (RFC 5322 section 4.4); others are left, and make it no address.
    private static func withoutBlanks(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).reduce(into: "") { joined, word in
            let mayJoin = joined.last.map { "@.".contains($0) } ?? true || word.first.map { "@.".contains($0) } ?? true
            joined += (mayJoin ? "" : " ") + word
        }
    }

    private static func atom(_ rest: inout Substring) -> String {
        // Some write within an encoded word what must not stand there.
        let encoded = rest.hasPrefix("=?") ? EncodedWords.end(ofWordBeginning: rest).map { rest[..<$0] } : nil
        let word = encoded ?? rest.prefix { !$0.isWhitespace && !"\"(<,;:".contains($0) }
        rest = rest[word.endIndex...]
        return String(word)
    }
}

extension String {
    /// Outlook puts a name that is only an address between apostrophes.
    fileprivate var withoutApostrophes: String {
        count > 2 && first == "'" && last == "'" ? String(dropFirst().dropLast()) : self
    }
}
