import TestSupport
import Testing

/// A mutating command, its initial state, and its output files.
struct SweptCommand: Sendable, CustomTestStringConvertible {
    /// The home in which the command starts.
    enum Beginning: Hashable, Sendable {
        /// No database, and a full export of `bedrock` in a file.
        case nothing
        /// The Flintstones, an account, a photo, and a favorite.
        case bedrock
        /// `bedrock` after some command lines.
        case after([String])
        /// `bedrock` with a missing index.
        case broken
        /// A database with an older schema version.
        case older
        /// `bedrock` after a synchronization that found a conflict.
        case conflict
    }

    var program = BuiltProgram.almanac
    /// The words of the command line. A leading `~` denotes the home folder.
    let words: [String]
    var beginning = Beginning.bedrock
    /// A command that makes only the first part of the change, after which the swept command may fail.
    var half: [String]?
    /// The paths in the home folder that the command writes, other than the database.
    var outputs: [String] = []
    /// Whether the command may succeed without a change.
    var onlyReads = false
    /// The tables that the comparison of states ignores.
    var incidental: Set<String> = []

    init(
        _ words: String..., beginning: Beginning = .bedrock, by half: [String]? = nil, outputs: [String] = [],
        incidental: Set<String> = [], onlyReads: Bool = false
    ) {
        self.onlyReads = onlyReads
        self.words = words
        self.beginning = beginning
        self.half = half
        self.outputs = outputs
        self.incidental = incidental
    }

    var testDescription: String { words.joined(separator: " ") }

    /// The exit statuses of commands that made their changes. An import that rejects some cards ends with 5.
    static let successes: Set<Int32> = [0, 5]

    static let all = [
        SweptCommand(
            "new", "person", "given=Leia", "email.work=leia@alderaan.example", beginning: .nothing, by: ["persons"]),
        SweptCommand("new", "person", "given=Leia", "family=Organa", "email.work=leia@alderaan.example"),
        SweptCommand("new", "group", "name=Rebels", "description=Scum"),
        SweptCommand("new", "planet", "name=Hoth", "type=fictional", "aliases=Ice"),
        SweptCommand("new", "note", "topic=Plans", "text=Bring them back."),
        SweptCommand("edit", "persons/1", "nickname=Freddy", "phone.home=+1-555-0199", "--if-version", "3"),
        SweptCommand("edit", "groups/1", "name=Stones"),
        SweptCommand("delete", "persons/2", "--yes"),
        SweptCommand("delete", "persons/1", "persons/3", "--yes"),
        SweptCommand("add", "persons/3", "persons/4", "to", "groups/5"),
        SweptCommand("remove", "persons/1", "from", "groups/5"),
        SweptCommand("note", "persons/1", "Bring them back.", "--topic", "Plans"),
        SweptCommand("log", "persons/1", "persons/2", "Dinner", "--kind", "met", "--remind", "2w"),
        SweptCommand("done", "notes/9", beginning: .after(["log persons/1 Dinner --remind 2w"])),
        SweptCommand("touch", "persons/1", "--at", "2026-11-01"),
        SweptCommand("favorite", "persons/2"),
        SweptCommand("unfavorite", "persons/1"),
        SweptCommand("photo", "persons/2", "~/new.png"),
        SweptCommand("photo", "persons/1", "--save", "~/saved.png", outputs: ["saved.png"]),
        SweptCommand("photo", "persons/1", "--remove"),
        SweptCommand("seed", "~/family", "~/friends"),
        SweptCommand("import", "~/rebels.vcf", "--rejects", "~/bad.vcf", outputs: ["bad.vcf"]),
        SweptCommand("import", "~/planets.csv", "--yes"),
        SweptCommand("import", "~/everything.json", "--yes", beginning: .nothing, by: ["persons"]),
        SweptCommand("merge", "persons/1", "persons/2", "--keep", "persons/1"),
        SweptCommand("add-email", "~/message.eml", "--header", "to", "--yes"),
        SweptCommand("signup", "Leia"),
        SweptCommand("login", "Tester", beginning: .after(["logout"])),
        SweptCommand("logout"),
        SweptCommand(
            "-c", "open settings", "-c", "pageSize=20", "-c", "save", outputs: [".config/almanac/config"],
            incidental: ["draft"]),
        SweptCommand(
            "-c", "open settings/account", "-c", "family=Test", "-c", "save", incidental: ["draft"]),
        SweptCommand("migrate", beginning: .older),
        SweptCommand("persons", beginning: .older, by: ["migrate"], onlyReads: true),
        SweptCommand("backup", "~/backup.db", outputs: ["backup.db"]),
        SweptCommand("export", "--to", "~/people.vcf", outputs: ["people.vcf"], incidental: ["former_card"]),
        SweptCommand("export", "--to", "~/people/", outputs: ["people"], incidental: ["former_card"]),
        SweptCommand("undo", beginning: .after(["delete persons/1 persons/3 --yes"])),
        SweptCommand("redo", beginning: .after(["edit persons/1 nickname=Z", "undo"])),
        SweptCommand("restore", "persons/1", beginning: .after(["delete persons/1 --yes"])),
        // If the database cannot be opened at first, no user is signed in, and the step belongs to a guest.
        SweptCommand(
            "restore", "~/b.db", "persons/1", beginning: .after(["backup ~/b.db", "edit persons/1 nickname=Z"]),
            incidental: ["step"]),
        SweptCommand("restore", "~/b.db", "--yes", beginning: .after(["backup ~/b.db", "edit persons/1 nickname=Z"])),
        SweptCommand("purge", "persons/1", "--yes", beginning: .after(["delete persons/1 --yes"])),
        SweptCommand("remote", "add", "home", "/srv"),
        SweptCommand("remote", "remove", "home", beginning: .after(["remote add home /srv"])),
        SweptCommand("resolve", "1", "--keep", "mine", beginning: .conflict),
        SweptCommand("check", "--fix", beginning: .broken),
        SweptCommand("salvage", "~/.local/share/almanac/almanac.db", "~/saved.db", outputs: ["saved.db"]),
    ]
}
