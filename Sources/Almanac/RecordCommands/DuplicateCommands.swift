import Model
import Navigation

/// The commands that find duplicates.
struct DuplicateCommands: Responder {
    let merge: MergeCommand
    let navigator: any DuplicateNavigator

    var commands: [Command] {
        [
            Command(
                "duplicates", .limit, about: "List possible duplicates with reasons",
                examples: ["duplicates", "duplicates --limit 5 --json"],
                details: """
                    Each pair has a score from 50 to 99: the estimated probability in percent that both are one \
                    person. Shared email addresses, phone numbers, postal addresses, websites, birthdays, and \
                    similar names increase it; different values and values that many contacts share decrease it. \
                    Relatives who share a phone number or postal address are not listed. A name alone is never \
                    enough. Nothing is merged automatically: use “show ROW” to compare two persons, and “merge” to \
                    merge them.
                    """
            ) { _, limit in navigator.showPairs(DuplicatesState(limit: limit)) }
        ]
    }

    /// The commands for the list of possible duplicates.
    var listCommands: [Command] {
        [
            Command(
                "show", .argument("ROW", .pair), about: "Compare the persons in that row", examples: ["show 1"]
            ) { _, pair in navigator.didSelect(pair) },
            Command(
                "merge", .argument("ROW", .pair), .assignments(of: .person), .survivor, .dryRun,
                about: "Merge the persons in that row", examples: ["merge 1", "merge 1 birthday=persons/9"],
                effect: .changes
            ) { invocation, pair, words, survivor, isDryRun in
                try await merge.merge(
                    pair, words, keeping: survivor, isDryRun: isDryRun, in: invocation, then: NavigationAction.tell)
            },
        ]
    }
}

extension ValueParser where Value == PersonPair {
    fileprivate static var pair: ValueParser {
        ValueParser(
            .row,
            parse: { word, invocation in
                guard case .duplicates(.pair(let pair)) = invocation.place(word).flatMap({ Path($0)?.top }) else {
                    return nil
                }
                return pair
            }, describe: \.name)
    }
}
