/// What `--color` asks for.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
    case auto, always, never

    /// As `ALMANAC_COLOR` says it.
    public init?(word: String) {
        switch word.lowercased() {
        case "auto", "": self = .auto
        case "never", "no", "off", "0", "false": self = .never
        case "always", "yes", "on", "1", "true": self = .always
        default: return nil
        }
    }
}

/// Whether a stream is coloured, and whether that was demanded even of a pipe.
public enum ColorUse: Hashable, Sendable {
    case off, on, forced

    /// The flag beats `ALMANAC_COLOR`, that beats `NO_COLOR` (no-color.org), that beats `CLICOLOR_FORCE`, that beats the
    /// setting; a terminal that calls itself dumb, or nothing at all, gets no colour by itself.
    public static func of(
        flag: ColorChoice?, setting: ColorChoice = .auto, environment: [String: String], isTTY: Bool
    ) -> ColorUse {
        let wish = flag ?? environment["ALMANAC_COLOR"].flatMap { $0.isEmpty ? nil : ColorChoice(word: $0) }
        if let use = demanded(by: wish ?? .auto) { return use }
        let isSet = { (name: String) in environment[name].map { !$0.isEmpty } ?? false }
        if isSet("NO_COLOR") || environment["TERM"] == "dumb" { return .off }
        if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return .forced }
        if wish == nil, let use = demanded(by: setting) { return use }
        return isTTY && isSet("TERM") && environment["CLICOLOR"] != "0" ? .on : .off
    }

    private static func demanded(by choice: ColorChoice) -> ColorUse? {
        switch choice {
        case .always: .forced
        case .never: .off
        case .auto: nil
        }
    }
}
