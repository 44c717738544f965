import Almanac
import Navigation
import Rendering
import Terminal

extension Option {
    /// What the program itself takes, before or behind a command.
    static let ofProgram = [
        Option("-c", "'COMMAND'", "run this line; may be repeated"),
        Option("--file", "SCRIPT", "run the lines of a file", takes: .file),
        Option("--keep-going", nil, "go on behind a line that failed"),
        Option("--database", "FILE", "the store, instead of $ALMANAC_DATABASE", takes: .file),
        Option("--format", "FORMAT", "\(formats.joined(separator: ", "))", takes: .choice(formats)),
        Option("--json", nil, "and so on: the format for short"),
        Option("--color", "WHEN", "\(colors.joined(separator: ", "))", takes: .choice(colors)),
        Option("--plain", nil, "a fact on a line, for screen readers"),
        Option("--no-animation", nil, "no transitions"),
        Option("--private", nil, "keep nothing that is typed in the history"),
        Option("--no-input", nil, "never ask, nor page"),
        Option("--no-pager", nil, "never page"),
        Option("--no-config", nil, "ignore the configuration file"),
        Option("--debug", nil, "say what is done, on standard error"),
        Option("--help", nil, "this"),
        Option("--version", nil, "which Almanac this is"),
    ]

    private static let formats = Format.allCases.map(\.rawValue)
    private static let colors = ColorChoice.allCases.map(\.rawValue)
}
