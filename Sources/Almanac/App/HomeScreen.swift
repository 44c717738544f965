import Display
import Localization
import Model
import Navigation

/// The home screen, which lists the main commands. It also contains the reminders of the week and, for a guest, the
/// next steps.
struct HomeScreen: Screen, NextStepsScreen {
    /// The next steps of a guest, or an empty message if none are shown.
    private let steps: Message
    private let reminders: [Message]

    /// Creates a home screen without next steps.
    init(_ reminders: HomeReminders? = nil) {
        steps = ""
        self.reminders = reminders?.sentences ?? []
    }

    /// Creates the home screen of a guest.
    init(_ reminders: HomeReminders, hasContacts: Bool) {
        self.reminders = reminders.sentences
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

    var showsNextSteps: Bool { !steps.isEmpty }

    private static let tabs: [(command: String, about: Title)] = [
        ("persons", "List persons"),
        ("groups", "List groups"),
        ("planets", "List planets"),
        ("notes", "List notes"),
        ("journal", "List journal entries"),
        ("favorites", "List your favorites"),
        ("birthdays", "List upcoming birthdays"),
        ("find TEXT", "Search all records"),
        ("history", "Show all changes"),
        ("trash", "List deleted records"),
        ("settings", "Change settings"),
        ("help", "Show common tasks"),
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
        let texts = reminders.map { Block.message([$0]) } + (steps.isEmpty ? [] : [.prose(steps)])
        return Page("Almanac", texts + [table], forPrograms: [table])
    }

    var commands: [Command] { [] }
}

/// The reminders on the home screen and at the start of a session: birthdays and anniversaries of the week, due
/// contacts, due reminders, and conflicts.
struct HomeReminders: Sendable {
    /// The number of days after today whose occasions are shown.
    static let days = 6
    /// The maximum number of occasions that are named.
    static let limit = 5

    let occasions: ResultPage<Occasion>
    /// The number of due contacts.
    let due: Int
    /// The number of due reminders of journal entries.
    let reminders: Int
    /// The number of synchronization conflicts.
    let conflicts: Int
    let today: CivilDate

    var sentences: [Message] { [ofToday, ofWeek, ofDue, ofReminders, ofConflicts].compactMap(\.self) }

    private var ofToday: Message? {
        let names = occasions.items.filter { $0.next(from: today) == today }.map(\.summary)
        return names.isEmpty ? nil : "Today: \(names.joined(separator: ", "))."
    }

    private var ofWeek: Message? {
        let later = occasions.items.filter { $0.next(from: today) != today }
        guard !later.isEmpty else { return nil }
        let names = later.map { "\($0.summary) on \(DateText.shortWords($0.next(from: today)))" as Message }
        let list = names.joined(separator: ", ")
        return occasions.hasMore
            ? "This week: \(list), and more. Use “birthdays” to list all." : "This week: \(list)."
    }

    private var ofDue: Message? {
        due == 0
            ? nil
            : Message(
                due, one: "1 person is due for contact. Use “due” to show the name.",
                other: "\(due) persons are due for contact. Use “due” to list them.")
    }

    private var ofReminders: Message? {
        reminders == 0
            ? nil
            : Message(
                reminders, one: "1 reminder is due. Use “reminders” to show it.",
                other: "\(reminders) reminders are due. Use “reminders” to list them.")
    }

    private var ofConflicts: Message? {
        conflicts == 0
            ? nil
            : Message(
                conflicts, one: "1 conflict needs a decision. Use “conflicts” to show it.",
                other: "\(conflicts) conflicts need a decision. Use “conflicts” to list them.")
    }
}

extension Occasion {
    /// The name of the person and the kind of occasion.
    fileprivate var summary: Message {
        switch id.kind {
        case .birthday: "birthday of \(name)"
        case .anniversary: "anniversary of \(name)"
        }
    }
}
