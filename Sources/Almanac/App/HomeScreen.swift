import Display
import Localization
import Model
import Navigation

/// The home screen, which lists the main commands. It also contains the number of due contacts and, for a guest, the next
/// steps.
struct HomeScreen: Screen {
    /// The next steps of a guest, or an empty message for the user of an account.
    private let steps: Message
    private let reminder: Message?

    /// Creates the home screen of the user of an account.
    ///
    /// - Parameter due: The number of due contacts.
    init(due: Int = 0) { (steps, reminder) = ("", Self.reminder(of: due)) }

    /// Creates the home screen of a guest.
    ///
    /// - Parameter due: The number of due contacts.
    init(due: Int, hasContacts: Bool) {
        reminder = Self.reminder(of: due)
        let account: Message =
            "- Use `signup` to create an account with its own favorites. Everything works without one."
        steps =
            hasContacts
            ? """
            - Use `find NAME` to find the number or email address of a contact, and `persons` to list all contacts.
            - Use `edit NAME phone=NUMBER` to change a contact, and `undo` to reverse the change.
            \(account)
            """
            : """
            - Use `import FILE` to add the contacts that you exported from a phone or a mail program.
            - Use `new person` to add a contact, or `seed flintstones` to load sample data.
            \(account)
            """
    }

    private static func reminder(of due: Int) -> Message? {
        due == 0
            ? nil
            : Message(
                due, one: "1 contact is due. Use “due” to show it.",
                other: "\(due) contacts are due. Use “due” to list them.")
    }

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
        let table = Block.table(Table("commands", columns: columns, rows: rows))
        let texts = [reminder.map { Block.message([$0]) }, steps.isEmpty ? nil : .prose(steps)].compactMap(\.self)
        return Page("Almanac", texts + [table], forPrograms: [table])
    }

    var commands: [Command] { [] }
}
