import CGlibc

/// The environment variables of the process.
enum EnvironmentVariables {
    /// The values by name. If a name is repeated, its first value counts, as for `getenv`.
    ///
    /// - Throws: `UsageProblem` if a variable that may contain a path is not UTF-8, because Swift would replace its bytes.
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
                    throw .variableNotUTF8(name, value)
                }
                if values[name] == nil { values[name] = value }
            }
            if values["HOME"]?.isEmpty != false, Paths.homeOfUser == nil { throw .homeNotUTF8 }
            return values
        }
    }

    /// Returns whether Almanac reads a variable that may contain a path.
    private static func mayContainPath(_ name: String) -> Bool {
        ["HOME", "EDITOR", "VISUAL", "PAGER", "BROWSER"].contains(name) || name.hasPrefix("XDG_")
            || name.hasPrefix("ALMANAC_")
    }
}
