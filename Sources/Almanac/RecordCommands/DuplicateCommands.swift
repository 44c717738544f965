import Model
import Navigation

/// Finding persons who are here twice, and making one of them.
struct DuplicateCommands: Responder {
    let merge: MergeCommand

    var commands: [Command] {
        [
            Command(
                "duplicates", .limit, about: "persons who are likely one, and why",
                examples: ["duplicates", "duplicates --limit 5 --json"],
                details: """
                    Two persons are likely one when they share an e-mail address or a telephone and their names are alike, or \
                    when name and organization, or name and birthday, are the same and nothing speaks against it. A name alone \
                    is never enough. Nothing is merged unless you say so: “show ROW” puts two side by side, “merge” makes one.
                    """
            ) { _, limit in .open(Path(.duplicates(.pairs(DuplicatesState(limit: limit))))) },
            merge.command,
        ]
    }

    /// The commands of the list of possible duplicates.
    var listCommands: [Command] {
        [
            Command(
                "show", .argument("ROW", .pair), about: "the two in that row side by side", examples: ["show 1"]
            ) { _, place in .push(.duplicates(place)) },
            Command(
                "merge", .argument("ROW", .pair), .survivor, .dryRun, about: "the two in that row into one",
                examples: ["merge 1"], effect: .changes
            ) { invocation, place, survivor, isDryRun in
                guard case .pair(let first, let second) = place else { return nil }
                return try await merge.merge(first, second, keeping: survivor, isDryRun: isDryRun, in: invocation)
            },
        ]
    }

    /// The commands of a page that compares two persons.
    func pairCommands(_ first: Person.ID, _ second: Person.ID) -> [Command] {
        [
            .show("the person in that row") { .open($0.path) },
            Command(
                "merge", .assignments(of: .person), .survivor, .dryRun, about: "these two into one",
                examples: ["merge", "merge --keep \(second.address)"], effect: .changes
            ) { invocation, words, survivor, isDryRun in
                try await merge.merge(
                    first, second, words, keeping: survivor, isDryRun: isDryRun, in: invocation)
            },
        ]
    }
}

extension ValueParser where Value == DuplicatesPlace {
    /// The pair in a row.
    fileprivate static var pair: ValueParser {
        ValueParser(
            .row,
            parse: { word, invocation in
                guard case .duplicates(let place) = invocation.place(word).flatMap({ Path($0)?.top }) else {
                    throw ArgumentMismatch()
                }
                return place
            }, describe: \.name)
    }
}
