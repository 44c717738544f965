import Display
import Localization
import Navigation

/// The command `demo`. The program opens the demo database at startup, instead of any other database. At the prompt,
/// the command fails because a database is already open.
public enum DemoCommand {
    public static let name = "demo"
    public static let reset = Option("--reset", nil, "Discard all changes and load the sample data again")

    static var command: Command {
        Command(
            name, .flag(reset), .any("COMMAND", .text(.command(or: []))),
            about: "Try Almanac with sample data in a separate database",
            examples: ["demo", "demo find tatooine", "demo --reset"],
            details: """
                Without COMMAND, `demo` opens the prompt. The demo database contains characters from two fictional \
                worlds and the bodies of the solar system. Your own database is not opened. Changes are kept until you \
                use `--reset`.
                """
        ) { _, _, _ in
            throw CommandProblem.notHere(
                "Cannot open the demo: another database is open.", next: "Run “almanac demo” in a shell.")
        }
    }
}
