import Testing

@testable import Rendering

@Suite("Terminal traits")
struct TerminalTraitsTests {
    struct ColorCase: Sendable, CustomTestStringConvertible {
        let environment: [String: String]
        let flag: ColorChoice?
        let onTerminal: ColorUse
        let inPipe: ColorUse
        var testDescription: String { "\(environment) \(flag?.rawValue ?? "no flag")" }

        init(
            _ environment: [String: String], flag: ColorChoice? = nil, _ onTerminal: ColorUse, _ inPipe: ColorUse
        ) {
            (self.environment, self.flag, self.onTerminal, self.inPipe) = (environment, flag, onTerminal, inPipe)
        }
    }

    @Test(
        "The color option overrides environment variables, which have a fixed order of precedence",
        arguments: [
            ColorCase(["TERM": "xterm"], .on, .off),
            ColorCase([:], .off, .off),
            ColorCase(["TERM": "dumb"], .off, .off),
            ColorCase(["TERM": "xterm", "NO_COLOR": "1"], .off, .off),
            ColorCase(["TERM": "xterm", "NO_COLOR": ""], .on, .off),
            ColorCase(["TERM": "xterm", "CLICOLOR_FORCE": "1"], .forced, .forced),
            ColorCase(["CLICOLOR_FORCE": "0", "TERM": "xterm"], .on, .off),
            ColorCase(["TERM": "dumb", "CLICOLOR_FORCE": "1"], .off, .off),
            ColorCase(["TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"], .off, .off),
            ColorCase(["TERM": "xterm", "CLICOLOR": "0"], .off, .off),
            ColorCase(["TERM": "xterm", "ALMANAC_COLOR": "never"], .off, .off),
            ColorCase(["NO_COLOR": "1", "ALMANAC_COLOR": "always"], .forced, .forced),
            ColorCase(["TERM": "xterm", "ALMANAC_COLOR": "purple"], .on, .off),
            ColorCase(["TERM": "dumb", "NO_COLOR": "1", "ALMANAC_COLOR": "never"], flag: .always, .forced, .forced),
            ColorCase(["TERM": "xterm", "CLICOLOR_FORCE": "1"], flag: .never, .off, .off),
            ColorCase(["TERM": "xterm", "ALMANAC_COLOR": "never"], flag: .auto, .on, .off),
        ])
    func color(_ each: ColorCase) {
        #expect(ColorUse(flag: each.flag, environment: each.environment, isTTY: true) == each.onTerminal)
        #expect(ColorUse(flag: each.flag, environment: each.environment, isTTY: false) == each.inPipe)
    }

    @Test("Plain mode and dumb terminals disable editing and animation, and the default format depends on the terminal")
    func modes() {
        #expect(TerminalTraits.wide(80).isEditable && TerminalTraits.wide(80).isAnimated)
        for environment in [["ALMANAC_PLAIN": "1"], ["ACCESSIBLE": "1"], ["TERM": "dumb"]] {
            let traits = TerminalTraits.wide(80, environment: environment)
            #expect(!traits.isEditable && !traits.isAnimated)
        }
        #expect(!TerminalTraits.wide(80, flags: .init(isStill: true)).isAnimated)
        #expect(Format.automatic(.wide(80, flags: .init(isPlain: true))) == .vertical)
        #expect(Format.automatic(.wide(80, isTTY: false)) == .plain)
        #expect(Format.automatic(.wide(80)) == .table)
    }

    @Test("COLUMNS and LINES set the size of a terminal of unknown size")
    func size() {
        let usual = TerminalSize(columns: 80, rows: 24)
        #expect(TerminalSize(-1) == usual)
        #expect(TerminalSize.named(in: ["COLUMNS": "132", "LINES": "50"]) == TerminalSize(columns: 132, rows: 50))
        #expect(TerminalSize.named(in: ["COLUMNS": "0", "LINES": "many"]) == usual)
        #expect(TerminalSize(-1, otherwise: TerminalSize(columns: 9, rows: 9)) == TerminalSize(columns: 9, rows: 9))
        #expect(TerminalSize(columns: 0, rows: -1) == TerminalSize(columns: 1, rows: 1))
    }

    @Test(
        "The locale determines the symbols",
        arguments: [
            ([:], .utf8), (["LANG": "C.UTF-8"], .utf8), (["LANG": "de_DE.utf8", "LC_ALL": ""], .utf8),
            (["LC_ALL": "C", "LANG": "C.UTF-8"], .ascii), (["LANG": "de_DE.ISO-8859-1"], .ascii),
        ] as [([String: String], SymbolSet)])
    func charset(environment: [String: String], charset: SymbolSet) {
        #expect(SymbolSet(environment) == charset)
    }
}
