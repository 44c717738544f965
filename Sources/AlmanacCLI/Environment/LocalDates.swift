import Almanac
import Glibc

extension DatePhrases {
    /// As the settings want dates told; in the words of `LC_TIME` where the system knows them.
    static func chosen(_ dates: Settings.Dates, environment: [String: String]) -> DatePhrases {
        switch dates {
        case .iso: .iso
        case .english: .english
        case .local: local(environment) ?? .english
        }
    }

    /// Nil where the locale says nothing of its own, is not there, or does not write UTF-8.
    private static func local(_ environment: [String: String]) -> DatePhrases? {
        let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        guard name != "C", name != "POSIX", !name.hasPrefix("C."),
            let locale = newlocale(1 << LC_TIME | 1 << LC_CTYPE, name, nil)
        else { return nil }
        defer { freelocale(locale) }
        let word = { (item: Int) in nl_langinfo_l(nl_item(item), locale).map { String(cString: $0) } ?? "" }
        guard word(Int(CODESET)) == "UTF-8" else { return nil }
        let months = (0..<12).map { word(Int(MON_1) + $0) }
        let shortMonths = (0..<12).map { word(Int(ABMON_1) + $0) }
        return (months + shortMonths).contains("") ? nil : DatePhrases(months: months, shortMonths: shortMonths)
    }
}
