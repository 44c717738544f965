import CGlibc
import Glibc
import Localization
import Synchronization

/// A translator that uses the gettext catalog of the user’s language.
final class Gettext: Translator, Sendable {
    private static let domain = "almanac"
    private let locale: Mutex<locale_t>

    /// Creates a translator, or returns `nil` if no language is set, its locale is not installed, or no folder contains
    /// a catalog.
    ///
    /// - Parameter folders: The folders to search for `LANG/LC_MESSAGES/almanac.mo`, in order of precedence.
    init?(_ environment: [String: String], folders: [String]) {
        let name = LocaleName.of("LC_MESSAGES", environment)
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
