import Glibc

/// What can be assumed of the terminal, or of what stands in its place; decided once at the start.
public struct TerminalTraits: Hashable, Sendable {
    public var isInputTTY: Bool
    public var isOutputTTY: Bool
    public var isErrorTTY: Bool
    public var size: TerminalSize
    public var outputColor: ColorUse
    public var errorColor: ColorUse
    public var charset: Charset
    /// Nothing is repainted or drawn with boxes; choices are numbered; one fact stands on one line.
    public var isPlain: Bool
    /// Obeys no cursor movement: `TERM` is `dumb` or unset.
    public var isDumb: Bool
    public var isAnimated: Bool

    /// What the flags of the command line say about the terminal.
    public struct Flags: Hashable, Sendable {
        public var color: ColorChoice?
        public var isPlain = false
        public var isStill = false

        public init(color: ColorChoice? = nil, isPlain: Bool = false, isStill: Bool = false) {
            self.color = color
            self.isPlain = isPlain
            self.isStill = isStill
        }
    }

    public init(
        isInputTTY: Bool, isOutputTTY: Bool, isErrorTTY: Bool, size: TerminalSize,
        flags: Flags = Flags(), environment: [String: String]
    ) {
        let isSet = { (name: String) in environment[name].map { !$0.isEmpty && $0 != "0" } ?? false }
        self.isInputTTY = isInputTTY
        self.isOutputTTY = isOutputTTY
        self.isErrorTTY = isErrorTTY
        self.size = size
        outputColor = .of(flag: flags.color, environment: environment, isTTY: isOutputTTY)
        errorColor = .of(flag: flags.color, environment: environment, isTTY: isErrorTTY)
        charset = .of(environment)
        isPlain = flags.isPlain || isSet("ALMANAC_PLAIN") || isSet("ACCESSIBLE")
        isDumb = ["", "dumb"].contains(environment["TERM"] ?? "")
        isAnimated = isOutputTTY && !isDumb && !isPlain && !flags.isStill
    }

    /// Of this process.
    public static func current(flags: Flags = Flags(), environment: [String: String]) -> TerminalTraits {
        TerminalTraits(
            isInputTTY: isatty(0) == 1, isOutputTTY: isatty(1) == 1, isErrorTTY: isatty(2) == 1,
            size: .of(1, environment: environment), flags: flags, environment: environment
        )
    }

    /// Whether a line can be edited in place, where there is something to show it on.
    public var isEditable: Bool { isInputTTY && !isDumb && !isPlain }

    public var errorPalette: Palette { Palette(isColored: errorColor != .off) }
    public var outputPalette: Palette { Palette(isColored: outputColor != .off) }
}
