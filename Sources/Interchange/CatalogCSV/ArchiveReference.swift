import Model

/// A reference as the archive writes it: `<a refstr=SMITH_ET_AL__2020 href=https://… target=ref>Smith et al. 2020</a>`.
struct ArchiveReference: Hashable {
    /// Whether it says that the archive has computed the value itself.
    let isComputed: Bool
    /// What it says to people, and where: `Smith et al. 2020, https://…`.
    let citation: String

    init(_ text: String) {
        let title = Self.title(of: text)
        isComputed = text.contains("CALCULATED_VALUE") || title.lowercased().contains("calculated")
        let link = Self.link(in: text).map { $0.hasPrefix("/") ? Self.archive + $0 : $0 }
        citation = [title, link ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static let archive = "https://exoplanetarchive.ipac.caltech.edu"

    /// What stands between the tags, with the characters that HTML writes by name.
    private static func title(of text: String) -> String {
        var title = ""
        var isTag = false
        for character in text {
            if character == "<" { isTag = true }
            if !isTag { title.append(character) }
            if character == ">" { isTag = false }
        }
        for (name, character) in names {
            title = title.split(separator: name, omittingEmptySubsequences: false).joined(separator: character)
        }
        return title.trimmed
    }

    /// The ampersand last, so that nothing is read twice.
    private static let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&amp;", "&")]

    private static func link(in text: String) -> String? {
        guard let start = text.utf8.firstRange(of: "href=".utf8)?.upperBound else { return nil }
        let rest = text[start...].drop { $0 == "\"" || $0 == "'" }
        return String(rest.prefix { !$0.isWhitespace && !"\"'>".contains($0) })
    }
}
