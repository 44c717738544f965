/// The value of `--color`.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
    case auto, always, never

    /// Creates a choice from the value of `ALMANAC_COLOR`, or returns `nil` if the value is invalid.
    public init?(word: String) {
        switch word.lowercased() {
        case "auto", "": self = .auto
        case "never", "no", "off", "0", "false": self = .never
        case "always", "yes", "on", "1", "true": self = .always
        default: return nil
        }
    }
}

/// The use of color on an output stream.
public enum ColorUse: Hashable, Sendable {
    case off, on, forced

    /// Returns the use of color on an output stream.
    ///
    /// The order of precedence is the option, `ALMANAC_COLOR`, `NO_COLOR` (no-color.org), `CLICOLOR_FORCE`, and the
    /// setting. If none of these is set, color is used on terminals, unless `TERM` is unset or `CLICOLOR` is 0. With
    /// `TERM=dumb`, color is used only if the option or `ALMANAC_COLOR` requests it.
    public static func of(
        flag: ColorChoice?, setting: ColorChoice = .auto, environment: [String: String], isTTY: Bool
    ) -> ColorUse {
        let choice = flag ?? environment["ALMANAC_COLOR"].flatMap { $0.isEmpty ? nil : ColorChoice(word: $0) }
        if let use = demanded(by: choice ?? .auto) { return use }
        let isSet = { (name: String) in environment[name].map { !$0.isEmpty } ?? false }
        if isSet("NO_COLOR") || environment["TERM"] == "dumb" { return .off }
        if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return .forced }
        if choice == nil, let use = demanded(by: setting) { return use }
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
