/// What `--color` asks for.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable { case auto, always, never }

/// Whether a stream is coloured, and whether that was demanded even of a pipe.
public enum ColorUse: Hashable, Sendable {
    case off, on, forced

    /// The flag beats `ALMANAC_COLOR`, that beats `NO_COLOR` (no-color.org), that beats `CLICOLOR_FORCE`; a terminal
    /// that calls itself dumb, or nothing at all, gets no colour by itself.
    public static func of(flag: ColorChoice?, environment: [String: String], isTTY: Bool) -> ColorUse {
        switch flag ?? environment["ALMANAC_COLOR"].flatMap(choice) ?? .auto {
        case .always: return .forced
        case .never: return .off
        case .auto: break
        }
        let isSet = { (name: String) in environment[name].map { !$0.isEmpty } ?? false }
        if isSet("NO_COLOR") || environment["TERM"] == "dumb" { return .off }
        if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return .forced }
        return isTTY && isSet("TERM") && environment["CLICOLOR"] != "0" ? .on : .off
    }

    private static func choice(_ word: String) -> ColorChoice? {
        switch word.lowercased() {
        case "never", "no", "off", "0", "false": .never
        case "always", "yes", "on", "1", "true": .always
        default: nil
        }
    }
}
