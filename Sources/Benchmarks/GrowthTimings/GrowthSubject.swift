/// A command that is measured, and the commands that must run before it.
struct GrowthCommand {
    let name: String
    let words: [String]
    var preparation: [[String]] = []

    init(_ words: String..., name: String? = nil, after preparation: [[String]] = []) {
        self.words = words
        self.name = "`\(name ?? words.joined(separator: " "))`"
        self.preparation = preparation
    }
}

/// The quantity that grows from database to database in a series.
enum GrowthSubject: CaseIterable {
    case contacts, edits, addedEmails, emailsOfCard, memberships

    var sizes: [Int] {
        switch self {
        case .contacts: [5_000, 10_000, 20_000, 40_000]
        case .edits, .addedEmails, .memberships: [500, 1_000, 2_000, 4_000]
        case .emailsOfCard: [2_000, 4_000, 8_000]
        }
    }

    var commands: [GrowthCommand] {
        switch self {
        case .contacts:
            [
                GrowthCommand("import", "FOLDER/cards.vcf", "--yes", name: "import"),
                GrowthCommand("history", "1", "--limit", "50", name: "history 1 --limit 50, an import"),
                GrowthCommand("undo", "--show", "--format", "table", name: "undo --show of the import, as a table"),
                GrowthCommand("undo", "--yes", name: "undo of the import"),
                GrowthCommand("redo", "--yes", name: "redo of the import"),
                GrowthCommand("duplicates"),
                GrowthCommand("check", "--deep", name: "check --deep, all contacts in one group"),
                GrowthCommand(
                    "persons", "--of", "Everyone", "--sort", "name", "--all", name: "persons --of GROUP --sort name"),
                GrowthCommand("export", "--to", "FOLDER/one.vcf", name: "export to a file"),
                GrowthCommand("export", "--to", "FOLDER/cards/", name: "export to a folder"),
                GrowthCommand("trash", "--json", after: [["delete", "--where", "has given", "--yes"]]),
                GrowthCommand("purge", "--all", "--yes"),
            ]
        case .edits:
            [
                GrowthCommand("history", "persons/1", name: "history ID after edits of the title"),
                GrowthCommand("show", "persons/1", "--sources", name: "show ID --sources"),
                GrowthCommand("restore", "persons/1", name: "restore ID", after: [["delete", "persons/1", "--yes"]]),
            ]
        case .addedEmails:
            [
                GrowthCommand("history", "persons/1", name: "history ID after edits that add email addresses"),
                GrowthCommand("show", "persons/1", "--sources", name: "show ID --sources"),
                GrowthCommand("restore", "persons/1", name: "restore ID", after: [["delete", "persons/1", "--yes"]]),
            ]
        case .emailsOfCard:
            [
                GrowthCommand("edit", "persons/1", "title=x", name: "edit of a card with many email addresses"),
                GrowthCommand("history", "persons/1", name: "history ID"),
                GrowthCommand("undo", "--yes", name: "undo"),
            ]
        case .memberships:
            [GrowthCommand("history", "groups/1", name: "history of a group after additions and removals")]
        }
    }

    /// Creates a home folder with the data that the commands use.
    func home(of size: Int, for program: String) throws -> CommandHome {
        let home = try CommandHome(for: program)
        switch self {
        case .contacts:
            try home.write((0..<size).map(BenchmarkCard.text).joined(), to: "cards.vcf")
        case .edits:
            try home.run(lines: ["new person given=Ada"] + (1...size).map { "edit persons/1 title=t\($0)" })
        case .addedEmails:
            let additions = (1...size).map { "edit persons/1 email+=work:a\($0)@example.org" }
            try home.run(lines: ["new person given=Ada"] + additions)
        case .emailsOfCard:
            let emails = (0..<size).map { "EMAIL:a\($0)@example.org" }
            try home.write(BenchmarkCard.text(["FN:Ada", "N:;Ada;;;"] + emails), to: "card.vcf")
            _ = try home.run(["import", "FOLDER/card.vcf", "--yes"])
        case .memberships:
            let changes = (1...size / 2).flatMap { _ in
                ["add persons/1 to groups/1", "remove persons/1 from groups/1"]
            }
            try home.run(lines: ["new person given=Ada", "new group name=Crew"] + changes)
        }
        return home
    }
}
