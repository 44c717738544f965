import CGlibc

/// The environment variables of the process.
enum EnvironmentVariables {
    /// The values by name. If a name is repeated, its first value counts, as for `getenv`.
    static var current: [String: String] {
        var values: [String: String] = [:]
        guard var entry = cglibc_environment() else { return values }
        while let line = entry.pointee {
            entry += 1
            let text = String(cString: line)
            guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(text[..<equals])
            if values[name] == nil { values[name] = String(text[text.utf8.index(after: equals)...]) }
        }
        return values
    }
}
