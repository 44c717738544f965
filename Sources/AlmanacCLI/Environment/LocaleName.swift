import Glibc

/// The names of locales in the environment.
enum LocaleName {
    /// Returns the name of the locale for a category such as `LC_TIME`, or `C` if no locale is set.
    static func of(_ category: String, _ environment: [String: String]) -> String {
        let names = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }
        let name = names.first { !$0.isEmpty } ?? "C"
        return name == "POSIX" ? "C" : name
    }
}
