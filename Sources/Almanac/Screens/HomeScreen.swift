import Display
import Localization
import Model
import Navigation

/// Where everything begins: the tabs.
struct HomeScreen: Screen {
    private static let tabs: [(command: String, about: Title)] = [
        ("persons", "everybody you know"),
        ("groups", "who belongs together"),
        ("planets", "every body of the catalogue"),
        ("notes", "what is worth keeping"),
        ("favorites", "what you come back to"),
        ("birthdays", "whose day comes next"),
        ("find TEXT", "all that matches, best first"),
        ("history", "what was changed, and the way back"),
        ("trash", "what was deleted"),
        ("settings", "how you like it, and who you are"),
        ("help", "all you can type here"),
    ]

    let title = "almanac"

    var page: Page {
        Page(
            "Almanac",
            [
                .table(
                    Table(
                        "commands", columns: [Column("command", "Type"), Column("about", "for", isProse: true)],
                        rows: HomeScreen.tabs.map { tab in
                            Row([
                                Field("command", "Type", .text(tab.command)),
                                Field("about", "for", .words(Message(title: tab.about))),
                            ])
                        }))
            ])
    }

    var commands: [Command] { [] }
}
