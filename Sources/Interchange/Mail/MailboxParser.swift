import Text

/// A parser of address lists (RFC 5322 section 3.4, including obsolete forms) with mailboxes, groups, comments, quoted
/// names, and encoded words. It ignores invalid addresses.
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
