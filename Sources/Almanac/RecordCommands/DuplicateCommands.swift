import Model
import Navigation

/// Finding persons who are here twice, and making one of them.
struct DuplicateCommands: Responder {
    let merge: MergeCommand

    var commands: [Command] {
        [
            Command(
                "duplicates", options: [.limit], about: "persons who are likely one, and why",
                examples: ["duplicates", "duplicates --limit 5 --json"],
                details: """
                    Two persons are likely one when they share an e-mail address or a telephone and their names are alike, or \
                    when name and organization, or name and birthday, are the same and nothing speaks against it. A name alone \
                    is never enough. Nothing is merged unless you say so: “show ROW” puts two side by side, “merge” makes one.
                    """
            ) { invocation in
                .open(Path(.duplicates(.pairs(DuplicatesState(limit: try invocation.number("--limit"))))))
            },
            merge.command,
        ]
    }
}
