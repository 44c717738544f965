import CGlibc
import Glibc

/// The paths of the program’s files, according to the XDG Base Directory Specification.
struct Paths {
    /// The home folder, without a trailing slash.
    let home: String
    let store: String
    /// Whether the path of the database comes from an option or the environment.
    let isStoreNamed: Bool
    let configuration: String
    let state: String
    let history: String
    let cache: String
    /// The folders to search for message catalogs, in order of precedence.
    let catalogs: [String]

    /// Creates the paths from the environment.
    ///
    /// - Parameter isDemo: Whether the demo database is used. It has a separate line history.
    init(_ environment: [String: String], database: String? = nil, isDemo: Bool = false) {
        let path = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? Paths.homeOfUser ?? "/"
        let home = path.hasSuffix("/") ? String(path.dropLast()) : path
        self.home = home
        func base(_ variable: String, _ fallback: String) -> String {
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/" + fallback
        }
        func folder(_ variable: String, _ fallback: String) -> String { base(variable, fallback) + "/almanac" }
        let variable = environment["ALMANAC_DATABASE"].flatMap { $0.isEmpty ? nil : $0 }
        let named = isDemo ? nil : database ?? variable
        store = named ?? folder("XDG_DATA_HOME", ".local/share") + (isDemo ? "/demo.db" : "/almanac.db")
        isStoreNamed = named != nil
        configuration = folder("XDG_CONFIG_HOME", ".config") + "/config"
        state = folder("XDG_STATE_HOME", ".local/state")
        history = state + (isDemo ? "/demo-history" : "/history")
        cache = folder("XDG_CACHE_HOME", ".cache")
        let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        catalogs = ([base("XDG_DATA_HOME", ".local/share")] + shared.split(separator: ":").map(String.init))
            .filter { $0.hasPrefix("/") }.map { $0 + "/locale" }
    }

    /// The home folder in the user database, or `nil` if its path is not UTF-8. The folder is `/` if the user is not
    /// listed. Used if `$HOME` is not set or empty.
    static var homeOfUser: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0, found != nil, let home = entry.pw_dir
            else { return "/" }
            return String(validatingCString: home)
        }
    }

    var all: [(name: String, path: String)] {
        [
            ("store", store), ("photos", store + ".photos"), ("backups", store + ".backups"),
            ("configuration", configuration), ("state", state),
            ("history", history), ("cache", cache),
        ]
    }
}

/// The environment variables of the process.
enum EnvironmentVariables {
    /// The values by name. If a name is repeated, its first value counts, as for `getenv`.
    ///
    /// - Throws: `UsageProblem` if a variable that may contain a path is not UTF-8, because Swift would replace its
    ///   bytes, or if the path of the home folder is not UTF-8.
    static var current: [String: String] {
        get throws(UsageProblem) {
            var values: [String: String] = [:]
            guard var entry = cglibc_environment() else { return values }
            while let line = entry.pointee {
                entry += 1
                let text = String(cString: line)
                guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
                let (name, value) = (String(text[..<equals]), String(text[text.utf8.index(after: equals)...]))
                if mayContainPath(name), String(validatingCString: line) == nil {
                    // The invalid bytes of the value are replaced.
                    throw UsageProblem(
                        "The environment variable \(name) (“\(value)”) is not valid UTF-8.", next: "Use UTF-8 in paths."
                    )
                }
                if values[name] == nil { values[name] = value }
            }
            if values["HOME"]?.isEmpty != false, Paths.homeOfUser == nil {
                throw UsageProblem(
                    "The path of the home folder is not valid UTF-8.", next: "Set HOME to another folder.")
            }
            return values
        }
    }

    /// Returns whether Almanac reads a variable and its value may contain a path.
    private static func mayContainPath(_ name: String) -> Bool {
        ["HOME", "EDITOR", "VISUAL", "PAGER", "BROWSER"].contains(name) || name.hasPrefix("XDG_")
            || name.hasPrefix("ALMANAC_")
    }
}
