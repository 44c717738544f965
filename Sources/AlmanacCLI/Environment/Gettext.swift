import CGettext
import Glibc
import Localization
import Synchronization

/// The catalogue of the user's language, made of `almanac.pot` and looked up by glibc. Everything else keeps its locale.
final class Gettext: Translator, Sendable {
    private static let domain = "almanac"
    /// What the language of messages is asked of.
    private let locale: Mutex<locale_t>

    /// Nil where the environment asks for English, and where no folder has a catalogue: then nothing is ever looked up.
    ///
    /// - Parameter folders: Those that may hold `LANG/LC_MESSAGES/almanac.mo`, the nearest first.
    init?(_ environment: [String: String], folders: [String]) {
        let isSet = { (name: String) in environment[name].map { !$0.isEmpty } ?? false }
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.filter(isSet).compactMap { environment[$0] }.first ?? "C"
        guard name != "C", name != "POSIX", !name.hasPrefix("C.") || isSet("LANGUAGE"),
            let locale = newlocale(1 << LC_MESSAGES | 1 << LC_CTYPE, name, nil)
        else { return nil }
        self.locale = Mutex(locale)
        bind_textdomain_codeset(Self.domain, "UTF-8")
        let hasCatalog = folders.contains { folder in
            bindtextdomain(Self.domain, folder)
            // The empty message is the head of a catalogue.
            return !words(for: "").isEmpty
        }
        if !hasCatalog { return nil }
    }

    deinit { locale.withLock { freelocale($0) } }

    func words(for english: String) -> String {
        english.withCString { english in
            speaking { String(cString: dgettext(Self.domain, english)) }
        }
    }

    func words(for one: String, or other: String, number: Int) -> String {
        one.withCString { one in
            other.withCString { other in
                speaking { String(cString: dngettext(Self.domain, one, other, UInt(number.magnitude))) }
            }
        }
    }

    /// What glibc has no words for it gives back as it was passed, so that must last until it is copied.
    private func speaking(_ ask: () -> String) -> String {
        locale.withLock { locale in
            let former = uselocale(locale)
            defer { uselocale(former) }
            return ask()
        }
    }
}
