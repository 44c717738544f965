import Model
import Navigation

/// The commands that find and merge duplicates.
struct DuplicateCommands: Responder {
    let merge: MergeCommand
    let navigator: any DuplicateNavigator

    var commands: [Command] {
        [
            Command(
                "duplicates", .limit, about: "List possible duplicates with reasons",
                examples: ["duplicates", "duplicates --limit 5 --json"],
                details: """
                    Two persons are possible duplicates if they share an email address or phone number and have \
                    similar names, or if they have the same name and the same organization or birthday, without \
                    conflicting values. A name alone is never enough. Nothing is merged automatically: use “show ROW” \
                    to compare two persons, and “merge” to merge them.
                    """
            ) { _, limit in navigator.showPairs(DuplicatesState(limit: limit)) },
            merge.command,
        ]
    }

    /// The commands for the list of possible duplicates.
    var listCommands: [Command] {
        [
            Command(
                "show", .argument("ROW", .pair), about: "Compare the persons in that row", examples: ["show 1"]
            ) { _, pair in navigator.didSelect(pair) },
            Command(
                "merge", .argument("ROW", .pair), .survivor, .dryRun, about: "Merge the persons in that row",
                examples: ["merge 1"], effect: .changes
            ) { invocation, place, survivor, isDryRun in
                guard case .pair(let first, let second) = place else { return nil }
                return try await merge.merge(first, second, keeping: survivor, isDryRun: isDryRun, in: invocation)
            },
        ]
    }

    /// Returns the commands for the page that compares two persons.
    func pairCommands(_ first: Person.ID, _ second: Person.ID) -> [Command] {
        [
            .show("Show the person in that row", open: navigator.didSelect),
            Command(
                "merge", .assignments(of: .person), .survivor, .dryRun, about: "Merge these two persons",
                examples: ["merge", "merge --keep \(second.address)"], effect: .changes
            ) { invocation, words, survivor, isDryRun in
                try await merge.merge(
                    first, second, words, keeping: survivor, isDryRun: isDryRun, in: invocation)
            },
        ]
    }
}

extension ValueParser where Value == DuplicatesLocation {
    fileprivate static var pair: ValueParser {
        ValueParser(
            .row,
            parse: { word, invocation in
                guard case .duplicates(let place) = invocation.place(word).flatMap({ Path($0)?.top }) else {
                    return nil
                }
                return place
            }, describe: \.name)
    }
}
