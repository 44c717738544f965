import Glibc

/// The properties of the standard streams. Except for the size, they are determined at startup.
public struct TerminalTraits: Hashable, Sendable {
    public var isInputTTY: Bool
    public var isOutputTTY: Bool
    public var isErrorTTY: Bool
    /// The descriptor that reports the current size, or `nil` for a fixed size.
    private let screen: Int32?
    private let usualSize: TerminalSize
    public var outputColor: ColorUse
    public var errorColor: ColorUse
    public var charset: SymbolSet
    /// Whether output is linear, for screen readers: without redrawing or boxes, and with numbered choices.
    public var isPlain: Bool
    /// Whether the terminal does not support cursor movement. This is the case if `TERM` is `dumb`, empty, or unset.
    public var isDumb: Bool
    public var isAnimated: Bool

    /// The command-line options and the setting that affect the terminal.
    public struct Flags: Hashable, Sendable {
        public var color: ColorChoice?
        /// The value of the color setting in the configuration file.
        public var colorSetting: ColorChoice
        public var isPlain: Bool
        public var isStill: Bool

        public init(
            color: ColorChoice? = nil, colorSetting: ColorChoice = .auto, isPlain: Bool = false, isStill: Bool = false
        ) {
            self.color = color
            self.colorSetting = colorSetting
            self.isPlain = isPlain
            self.isStill = isStill
        }
    }

    /// The current size of the terminal.
    public var size: TerminalSize { screen.map { TerminalSize($0, otherwise: usualSize) } ?? usualSize }

    /// Creates the traits of a terminal.
    ///
    /// - Parameters:
    ///   - screen: The descriptor that reports the current size, or `nil` for a fixed size.
    ///   - size: The fixed size, or the size to assume if the terminal does not report its size.
    public init(
        isInputTTY: Bool, isOutputTTY: Bool, isErrorTTY: Bool, screen: Int32? = nil, size: TerminalSize,
        flags: Flags = Flags(), environment: [String: String]
    ) {
        let isSet = { (name: String) in environment[name].map { !$0.isEmpty && $0 != "0" } ?? false }
        let color = { (isTTY: Bool) in
            ColorUse(flag: flags.color, setting: flags.colorSetting, environment: environment, isTTY: isTTY)
        }
        self.isInputTTY = isInputTTY
        self.isOutputTTY = isOutputTTY
        self.isErrorTTY = isErrorTTY
        self.screen = screen
        usualSize = size
        outputColor = color(isOutputTTY)
        errorColor = color(isErrorTTY)
        charset = SymbolSet(environment)
        isPlain = flags.isPlain || isSet("ALMANAC_PLAIN") || isSet("ACCESSIBLE")
        isDumb = ["", "dumb"].contains(environment["TERM"] ?? "")
        isAnimated = isOutputTTY && !isDumb && !isPlain && !flags.isStill
    }

    /// Returns the traits of the current process.
    public static func current(flags: Flags = Flags(), environment: [String: String]) -> TerminalTraits {
        let isTTY = (0...2).map { isatty($0) == 1 }
        return TerminalTraits(
            isInputTTY: isTTY[0], isOutputTTY: isTTY[1], isErrorTTY: isTTY[2],
            screen: Int32([1, 2, 0].first { isTTY[$0] } ?? 1), size: .named(in: environment), flags: flags,
            environment: environment)
    }

    /// Whether lines can be edited in place.
    public var isEditable: Bool { isInputTTY && !isDumb && !isPlain }

    public var errorPalette: Palette { Palette(isColored: errorColor != .off) }
    public var outputPalette: Palette { Palette(isColored: outputColor != .off) }
}

/// The size of a terminal, which is at least one cell.
public struct TerminalSize: Hashable, Sendable {
    public let columns: Int
    public let rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }

    /// Creates the size of a terminal, or a default size if the size is unknown.
    public init(_ descriptor: Int32, otherwise: TerminalSize = .named(in: [:])) {
        var size = winsize()
        _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        self.init(
            columns: size.ws_col > 0 ? Int(size.ws_col) : otherwise.columns,
            rows: size.ws_row > 0 ? Int(size.ws_row) : otherwise.rows)
    }

    /// Returns the size given by `COLUMNS` and `LINES`. The default is 80 by 24.
    public static func named(in environment: [String: String]) -> TerminalSize {
        let number = { (name: String) in
            environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, 10_000) : nil }
        }
        return TerminalSize(columns: number("COLUMNS") ?? 80, rows: number("LINES") ?? 24)
    }
}

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

    /// The use of color that the choice requires, or `nil` if it leaves the use to the environment.
    fileprivate var use: ColorUse? {
        switch self {
        case .always: .forced
        case .never: .off
        case .auto: nil
        }
    }
}

/// The use of color on an output stream.
public enum ColorUse: Hashable, Sendable {
    case off, on, forced

    /// Determines the use of color on an output stream.
    ///
    /// The order of precedence is the option, `ALMANAC_COLOR`, `NO_COLOR` (no-color.org), `CLICOLOR_FORCE`, and the
    /// setting. If none of these is set, color is used on terminals, unless `TERM` is unset or `CLICOLOR` is 0. With
    /// `TERM=dumb`, color is used only if the option or `ALMANAC_COLOR` requests it.
    public init(flag: ColorChoice?, setting: ColorChoice = .auto, environment: [String: String], isTTY: Bool) {
        let choice = flag ?? environment["ALMANAC_COLOR"].flatMap { $0.isEmpty ? nil : ColorChoice(word: $0) }
        let isSet = { (name: String) in environment[name].map { !$0.isEmpty } ?? false }
        if let use = choice?.use {
            self = use
        } else if isSet("NO_COLOR") || environment["TERM"] == "dumb" {
            self = .off
        } else if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" {
            self = .forced
        } else if choice == nil, let use = setting.use {
            self = use
        } else {
            self = isTTY && isSet("TERM") && environment["CLICOLOR"] != "0" ? .on : .off
        }
    }
}

/// The settings for human-readable output.
struct RenderSettings: Hashable, Sendable {
    /// The width of the output, or `nil` if nothing may be truncated or wrapped.
    var width: Int?
    /// The maximum height of pictures, or `nil` for no limit.
    var height: Int?
    /// The width of pictures if the width of the output is not limited, or `nil` for the default width.
    var pictureWidth: Int?
    let palette: Palette
    let charset: SymbolSet
    /// Whether the cursor is repositioned after text of ambiguous width.
    var isAnchored = false
    /// Whether trailing spaces are kept, as in tables on a terminal.
    var keepsPadding = false
    /// Whether Markdown syntax is hidden even without color.
    var hidesMarks = false

    /// The settings adapted for documentation, with lines of at most 100 columns, or 80 if the width of the output is
    /// not limited.
    var forDocumentation: RenderSettings {
        var settings = self
        settings.width = min(width ?? 80, 100)
        settings.hidesMarks = true
        return settings
    }

    /// Returns the settings that fit the size and the capabilities of a terminal.
    static func fitting(_ traits: TerminalTraits) -> RenderSettings {
        RenderSettings(
            width: traits.size.columns, height: traits.size.rows, palette: traits.outputPalette,
            charset: traits.charset, isAnchored: traits.isOutputTTY && !traits.isDumb && !traits.isPlain,
            keepsPadding: traits.isOutputTTY)
    }

    /// Returns the settings for an explicit format. Only the size of pictures depends on the terminal.
    static func exact(_ traits: TerminalTraits) -> RenderSettings {
        RenderSettings(
            width: nil, height: traits.size.rows, pictureWidth: traits.size.columns,
            palette: Palette(isColored: traits.outputColor == .forced), charset: .utf8)
    }

    func paint(_ line: Line) -> String {
        let line = keepsPadding ? line : line.withoutTrailingSpaces
        guard isAnchored, line.spans.contains(where: \.isDisputed) else { return palette.paint(line) }
        var painted = ""
        var part = Line()
        var column = 0
        var isUncertain = false
        for span in line.spans {
            if isUncertain, !span.isBlank, span.width > 0 {
                painted += palette.paint(part) + CursorColumn.sequence(to: column)
                part = Line()
                isUncertain = false
            }
            part += Line([span])
            column += span.width
            isUncertain = isUncertain || span.isDisputed
        }
        return painted + palette.paint(part)
    }
}
