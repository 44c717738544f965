import Almanac
import CGlibc
import Glibc
import Localization
import Model
import Synchronization

/// The names of locales in the environment.
enum LocaleName {
    /// Returns the name of the locale for a category such as `LC_TIME`, or `C` if no locale is set.
    static func name(for category: String, _ environment: [String: String]) -> String {
        let names = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }
        let name = names.first { !$0.isEmpty } ?? "C"
        return name == "POSIX" ? "C" : name
    }
}

extension Clock {
    /// The clock of this machine in the local time zone.
    static let local = Clock(
        offset: { seconds in
            var moment = time_t(seconds)
            var parts = tm()
            localtime_r(&moment, &parts)
            return parts.tm_gmtoff
        }, now: { time(nil) }
    ) {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        let today = CivilDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
        return today ?? CivilDate(daysSince1970: now / 86_400)
    }
}

extension Conventions {
    /// Returns the conventions for a region and month names. Without a region, the region of the locale is used.
    static func chosen(_ region: Region?, _ phrases: DatePhrases, environment: [String: String]) -> Conventions {
        let locale = LocaleName.name(for: "LC_TELEPHONE", environment)
        let code = locale.split(separator: "_").dropFirst().first?.prefix { $0.isLetter }
        return Conventions(
            region: region ?? code.flatMap { Region(rawValue: String($0)) },
            months: zip(phrases.months, phrases.shortMonths).map { [$0, $1] }, today: Clock.local.today)
    }
}

extension DatePhrases {
    /// Returns the date phrases for a date setting. For `local`, the names of the months are in the language of
    /// `LC_TIME` if that locale is installed and uses UTF-8.
    static func chosen(_ dates: Settings.Dates, environment: [String: String]) -> DatePhrases {
        switch dates {
        case .iso: .iso
        case .english: .english
        case .local: local(environment) ?? .english
        }
    }

    /// Returns the date phrases of the locale, or `nil` if it is the C locale, is not installed, or does not use UTF-8.
    private static func local(_ environment: [String: String]) -> DatePhrases? {
        let name = LocaleName.name(for: "LC_TIME", environment)
        guard name != "C", !name.hasPrefix("C."), let locale = newlocale(1 << LC_TIME | 1 << LC_CTYPE, name, nil) else {
            return nil
        }
        defer { freelocale(locale) }
        let word = { (item: Int) in nl_langinfo_l(nl_item(item), locale).map { String(cString: $0) } ?? "" }
        guard word(Int(CODESET)) == "UTF-8" else { return nil }
        let months = (0..<12).map { word(Int(MON_1) + $0) }
        let shortMonths = (0..<12).map { word(Int(ABMON_1) + $0) }
        return (months + shortMonths).contains("") ? nil : DatePhrases(months: months, shortMonths: shortMonths)
    }
}

/// A translator that uses the gettext catalog of the user’s language.
final class Gettext: Translator, Sendable {
    private static let domain = "almanac"
    private let locale: Mutex<locale_t>

    /// Creates a translator, or returns `nil` if no language is set, its locale is not installed, or no folder contains
    /// a catalog.
    ///
    /// - Parameter folders: The folders to search for `LANG/LC_MESSAGES/almanac.mo`, in order of precedence.
    init?(_ environment: [String: String], folders: [String]) {
        let name = LocaleName.name(for: "LC_MESSAGES", environment)
        guard name != "C", !name.hasPrefix("C.") || environment["LANGUAGE"]?.isEmpty == false,
            let locale = newlocale(1 << LC_MESSAGES | 1 << LC_CTYPE, name, nil)
        else { return nil }
        self.locale = Mutex(locale)
        bind_textdomain_codeset(Self.domain, "UTF-8")
        let hasCatalog = folders.contains { folder in
            bindtextdomain(Self.domain, folder)
            // The translation of the empty message is the header of the catalog.
            return !words(for: "").isEmpty
        }
        if !hasCatalog { return nil }
    }

    deinit { locale.withLock { freelocale($0) } }

    func words(for english: String) -> String {
        // Without a translation, glibc returns the pointer that was passed to it.
        english.withCString { english in
            withLocale { String(cString: dgettext(Self.domain, english)) }
        }
    }

    func words(for one: String, or other: String, number: Int) -> String {
        one.withCString { one in
            other.withCString { other in
                withLocale { String(cString: dngettext(Self.domain, one, other, UInt(number.magnitude))) }
            }
        }
    }

    /// Runs a lookup in the user’s locale.
    private func withLocale(_ lookUp: () -> String) -> String {
        locale.withLock { locale in
            let former = uselocale(locale)
            defer { uselocale(former) }
            return lookUp()
        }
    }
}
