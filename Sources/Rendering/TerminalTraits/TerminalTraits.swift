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
    /// Whether the terminal does not support cursor movement. This is the case if `TERM` is `dumb` or unset.
    public var isDumb: Bool
    public var isAnimated: Bool

    /// The command-line options that affect the terminal.
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
    public var size: TerminalSize { screen.map { .of($0, otherwise: usualSize) } ?? usualSize }

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
            ColorUse.of(flag: flags.color, setting: flags.colorSetting, environment: environment, isTTY: isTTY)
        }
        self.isInputTTY = isInputTTY
        self.isOutputTTY = isOutputTTY
        self.isErrorTTY = isErrorTTY
        self.screen = screen
        usualSize = size
        outputColor = color(isOutputTTY)
        errorColor = color(isErrorTTY)
        charset = .of(environment)
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

    /// Returns the size of a terminal, or a default size if the size is unknown.
    public static func of(_ descriptor: Int32, otherwise: TerminalSize = .named(in: [:])) -> TerminalSize {
        var size = winsize()
        _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        return TerminalSize(
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
