import Almanac
import Terminal

extension Option {
    /// What the program itself takes, before or behind a command.
    static let ofProgram = [
        Option("-c", "'COMMAND'", "run this line; may be repeated"),
        Option("--file", "SCRIPT", "run the lines of a file"),
        Option("--keep-going", nil, "go on behind a line that failed"),
        Option("--database", "FILE", "the store, instead of $ALMANAC_DATABASE or the usual place"),
        Option("--format", Format.allCases.map(\.rawValue).joined(separator: "|"), "how to print; --json and so on for short"),
        Option("--color", ColorChoice.allCases.map(\.rawValue).joined(separator: "|"), "when to colour"),
        Option("--plain", nil, "one fact on a line, nothing repainted: for screen readers"),
        Option("--no-animation", nil, "no transitions"),
        Option("--no-input", nil, "never ask"),
        Option("--no-pager", nil, "never page"),
        Option("--no-config", nil, "ignore the configuration file"),
        Option("--debug", nil, "say what is done, on standard error"),
        Option("--help", nil, "this"),
        Option("--version", nil, "which Almanac this is"),
    ]
}
