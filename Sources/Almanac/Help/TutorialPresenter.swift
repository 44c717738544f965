import Localization
import Navigation

/// A presenter that introduces each kind of screen on the first visit, one item at a time. An item is shown after all
/// other prompts are answered. Ending the tour does not affect these prompts.
struct TutorialPresenter: Sendable {
    static let command = CommandDeclaration(
        "tutorial",
        Argument<TutorialItem?>.optional(
            "ITEM", .choice { .notHere("The tour has no item “\($0)”.", next: "Use one of: \($1).") }),
        Argument.flag("--done", "End the tour"),
        about: "Take a tour of the screens, or show one of its items",
        examples: ["tutorial", "tutorial search"])

    private static let ok = Prompt.Answer("ok")

    /// The items that the user has not seen yet.
    var tour = TutorialItem.allCases

    func present() -> NavigationAction { .tour(tour) }

    /// Shows an item at any location, after any items that were presented earlier.
    static func present(_ item: TutorialItem) -> NavigationAction { .tutorial(item) }

    /// Returns the prompt that shows an item. The answer to the last item ends the tour.
    func prompt(for item: TutorialItem) -> Prompt {
        guard tour.contains(item) else { return Prompt(item.text, [Self.ok], preset: Self.ok) }
        let total = TutorialItem.allCases.count
        let end = Self.command.line(nil, true)
        let answers =
            tour.count > 1
            ? [Self.ok, Prompt.Answer("stop", line: end)] : [Prompt.Answer("done", line: end)]
        return Prompt("\(total - tour.count + 1)/\(total)  \(item.text)", answers, preset: answers.first)
    }
}

extension TutorialItem {
    /// The text of the item. The quoted lines also work in an empty database.
    var text: Message {
        switch self {
        case .home:
            """
            Type “new person given=Leia” to add a contact, “import contacts.vcf” to import contacts from a file, \
            “find leia” to search all records, or “persons” to list persons.
            """
        case .list:
            "Type “show 1” to open the first row, “/leia” to search within the list, or “help” for other commands."
        case .record:
            "Type “edit nickname=Lelila” to change a contact, “undo” to reverse the last change, or “back” to return."
        case .group: "Type “new group name=Rebels” to add a group and “add persons/1 to Rebels” to add a member to it."
        case .search: "Type “show 1” to open the first match or “persons where given = leia” to filter a list."
        case .history:
            "Type “show 1” to see the changes of step 1, “undo” to reverse the last step, or “redo” to reapply it."
        }
    }
}
