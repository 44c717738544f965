import FoundationEssentials
import TestSupport
import Testing

/// Message catalogs made from the template with the gettext tools.
enum Translations {
    /// Whether the tools are installed and the C library uses `LANGUAGE` without an installed locale.
    static let canBeMade: Bool = {
        guard MessageTemplate.python != nil, let home = try? Home(),
            (try? home.translate(["yes": "⟦yes⟧"])) != nil
        else { return false }
        let probe = try? ChildProcess.run(
            "/usr/bin/env", ["gettext", "-d", "almanac", "yes"],
            environment: home.environment.merging(Home.translated) { $1 }
                .merging(["TEXTDOMAINDIR": home.folder + "/.local/share/locale"]) { $1 })
        return probe?.output == "⟦yes⟧"
    }()
    static let reason: Comment = "needs python3, msgfmt, gettext, and a C library that uses LANGUAGE in C.UTF-8"

    /// Returns a catalog that puts every message in brackets.
    static func bracketed() throws -> String {
        let lines = try MessageTemplate.text().split(separator: "\n", omittingEmptySubsequences: false)
        var catalog = head
        var words = ""
        var isMultiple = false
        // The first entry is the header.
        for line in lines.drop(while: { !$0.isEmpty }) {
            if line.hasPrefix("msgid ") { (words, isMultiple) = ("", false) }
            if line.hasPrefix("msgid_plural ") { (words, isMultiple) = ("", true) }
            if line.hasPrefix("msgstr") {
                if line.hasPrefix("msgstr[1]") { continue }
                let translated = "\"⟦\"\n\(words)\"⟧\"\n"
                catalog += isMultiple ? "msgstr[0] \(translated)msgstr[1] \(translated)" : "msgstr \(translated)"
            } else {
                if let quote = line.firstIndex(of: "\""), !line.hasPrefix("#") { words += line[quote...] + "\n" }
                catalog += line + "\n"
            }
        }
        return catalog
    }

    static let head = """
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"

        """
}

extension Home {
    /// An environment that selects the language `xx`.
    static let translated = ["LANG": "C.UTF-8", "LANGUAGE": "xx"]

    /// Installs a catalog with these translations in the user’s data folder.
    func translate(_ words: [String: String]) throws {
        try translate(
            to: words.map { "msgid \"\($0)\"\nmsgstr \"\($1)\"\n" }.reduce(Translations.head) { $0 + "\n" + $1 })
    }

    /// Installs a catalog, given as the text of a PO file, in the user’s data folder.
    func translate(to catalog: String) throws {
        let text = try write(catalog, to: "xx.po")
        let place = try write("", to: ".local/share/locale/xx/LC_MESSAGES/almanac.mo")
        let made = try ChildProcess.run("/usr/bin/env", ["msgfmt", "-c", "-o", place, text], environment: environment)
        guard made.status == 0 else { throw CatalogFailure(description: made.errors) }
    }
}

struct CatalogFailure: Error, CustomStringConvertible {
    let description: String
}
