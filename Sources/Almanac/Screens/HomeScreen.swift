import Display
import Localization
import Model
import Navigation

/// The home screen, which lists the main commands.
struct HomeScreen: Screen {
    private static let tabs: [(command: String, about: Title)] = [
        ("persons", "List persons"),
        ("groups", "List groups"),
        ("planets", "List planets"),
        ("notes", "List notes"),
        ("favorites", "List your favorites"),
        ("birthdays", "List upcoming birthdays"),
        ("find TEXT", "Search all records"),
        ("history", "Show all changes"),
        ("trash", "List deleted records"),
        ("settings", "Change settings"),
        ("help", "List commands"),
    ]

    let title = "almanac"

    var page: Page {
        let rows = HomeScreen.tabs.map { tab in
            Row([
                Field("command", "Command", .text(tab.command)),
                Field("about", "Description", .words(Message(title: tab.about))),
            ])
        }
        let columns = [Column("command", "Command"), Column("about", "Description", isProse: true)]
        return Page("Almanac", [.table(Table("commands", columns: columns, rows: rows))])
    }

    var commands: [Command] { [] }
}
