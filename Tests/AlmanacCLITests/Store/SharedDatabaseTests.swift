import Glibc
import SQLite
import TestSupport
import Testing
import Text

/// A database that two users share in a folder of their group. The tests run the program with user IDs that have no
/// accounts on the system.
@Suite(
    "Shared databases",
    .enabled(
        if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0, "needs root and setpriv to run as other users"),
    .childProcesses)
struct SharedDatabaseTests {
    private static let group = 60_000
    private static let users = [60_001, 60_002]
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

    private let home: Home
    private var folder: String { home.folder + "/shared" }
    private var database: String { folder + "/almanac.db" }

    init() throws {
        home = try Home()
        // Other users can traverse the folders of the test and run a copy of the program.
        chmod(home.folder, 0o711)
        _ = try home.copyOfProgram()
        let users = Self.users.map { "install -d -m 700 -o \($0) -g \($0) ~/\($0)" }.joined(separator: "; ")
        let ending = try home.shell("install -d -m 2770 -o \(Self.users[0]) -g \(Self.group) ~/shared; \(users)")
        try #require(ending.status == 0, "\(ending.errors)")
    }

    /// Runs the program as a user, with the group of the folder as a supplementary group.
    private func almanac(as user: Int, _ words: String..., input: String = "") throws -> ChildProcess.Ending {
        try almanac(as: user, words, input: input)
    }

    private func almanac(
        as user: Int, _ words: [String], input: String = "", in database: String? = nil
    ) throws -> ChildProcess.Ending {
        let (uid, home) = ("\(user)", "\(home.folder)/\(user)")
        return try self.home.run(
            ["--reuid", uid, "--regid", uid, "--groups", "\(Self.group)", self.home.folder + "/moved/almanac"] + words,
            of: "/usr/bin/setpriv", input: input, with: ["HOME": home, "ALMANAC_DATABASE": database ?? self.database])
    }

    /// Creates a database with one person that both users can change.
    private func share() throws {
        let made = try almanac(as: Self.users[0], "new", "person", "given=Leia")
        try #require(made.status == 0, "\(made.errors)")
        try #require(try home.shell("chmod 660 ~/shared/almanac.db").status == 0)
    }

    @Test(
        "Two users in the same group can read and write a database, its photos, and its backups",
        .long("the same commands as each user"))
    func twoUsers() throws {
        let (first, second) = (Self.users[0], Self.users[1])
        #expect(try almanac(as: first, "new", "person", "given=Leia").status == 0)
        // By default, the database is private, even in the folder of a group.
        #expect(home.permissions(of: database) == 0o600)
        #expect(try almanac(as: second, "persons").status == 1)

        #expect(try home.shell("chmod 660 ~/shared/almanac.db").status == 0)
        try home.shell("base64 -d <<< \(Self.png) > ~/face.png; chmod 644 ~/face.png")
        let face = home.folder + "/face.png"
        for (user, other, person) in Soak.sample([(second, first, "persons/1"), (first, second, "persons/2")], 1) {
            let added = try almanac(as: user, "new", "person", "given=Luke")
            #expect(added.status == 0, "\(added.errors)")
            let photo = try almanac(as: user, "photo", person, face)
            #expect(photo.status == 0, "\(photo.errors)")
            #expect(
                try almanac(as: other, "photo", person, "--save", "\(home.folder)/\(other)/\(user).png").status == 0)
            let backup = try almanac(as: user, "backups", "--daily")
            #expect(backup.status == 0, "\(backup.errors)")
        }
        let edited = try almanac(as: second, "edit", "persons/1", "title=General")
        #expect(edited.status == 0, "\(edited.errors)")
        #expect(try almanac(as: first, "undo").status == 0)
        #expect(
            try almanac(as: second, "export", "--as", "json", "--to", "\(home.folder)/\(second)/all.json").status == 0)
        #expect(try almanac(as: first, "delete", "persons/2", "--yes").status == 0)
        let restored = try almanac(as: second, "restore", "persons/2")
        #expect(restored.status == 0, "\(restored.errors)")

        for user in Soak.sample(Self.users, 1) {
            let check = try almanac(as: user, "check")
            #expect(check.status == 0, "\(check.output)\(check.errors)")
        }
        let modes = try home.shell("cd ~/shared; find . -mindepth 1 -printf '%y %m %g\\n' | sort -u").lines
        #expect(modes == ["d 2770 \(Self.group)", "f 660 \(Self.group)"])
    }

    @Test("Before using a remote that another user or program added or changed, a user must approve it")
    func remotes() throws {
        let (first, second) = (Self.users[0], Self.users[1])
        #expect(try almanac(as: first, "new", "person", "given=Leia").status == 0)
        #expect(
            try home.shell("chmod 660 ~/shared/almanac.db; install -d -m 2770 -g \(Self.group) ~/cards").status == 0)
        let added = try almanac(as: first, "remote", "add", "work", home.folder + "/cards")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try almanac(as: second, "sync").status == 2)
        #expect(home.names(in: home.folder + "/cards").isEmpty)
        let approved = try almanac(as: second, "remote", "approve", "work", "--yes")
        #expect(approved.status == 0, "\(approved.errors)")
        #expect(try almanac(as: second, "sync").status == 0)
        #expect(home.names(in: home.folder + "/cards").count == 1)

        let trace = home.folder + "/pwned"
        try home.shell("mkdir -m 777 '\(trace)'")
        try Connection(at: database, mode: .readWrite).execute(
            """
            UPDATE remote SET location = 'http://127.0.0.1:9/', user_name = 'leia', password_source = 'command',
                password_location = 'touch "\(trace)/$(id -u)"', permitted_origins = 'http://127.0.0.1:9'
            """)
        for line in [["sync"], ["sync", "--dry-run"], ["sync", "work"]] {
            let ending = try almanac(as: second, line)
            #expect(ending.status == 2, "\(ending)")
        }
        #expect(home.names(in: trace).isEmpty)
    }

    @Test(
        "Each user has a separate session, which determines the author and the favorites",
        .long("about twenty commands as two users"))
    func sessions() throws {
        let (first, second) = (Self.users[0], Self.users[1])
        try share()
        let signUp = try almanac(as: first, "signup", "Leia", "--passphrase-fd", "0", input: "alderaan\n")
        #expect(signUp.status == 0 && signUp.output.contains("You are signed in."), "\(signUp)")
        // The second user has no session, and the database cannot provide one.
        let guest = try almanac(as: second, "edit", "persons/1", "title=Guest")
        #expect(guest.status == 0 && guest.errors.contains("You are not signed in."), "\(guest)")
        #expect(try almanac(as: second, "account").status == 1)
        #expect(try almanac(as: second, "signup", "Han").status == 0)
        #expect(try almanac(as: second, "favorite", "persons/1").status == 0)
        let own = try almanac(as: second, "favorites", "--json")
        #expect(try own.rows.count == 1 && own.errors.isEmpty, "\(own)")
        #expect(try almanac(as: first, "favorites", "--json").rows.isEmpty)
        #expect(try !almanac(as: first, "edit", "persons/1", "title=Princess").errors.contains("not signed in"))
        #expect(try almanac(as: second, "edit", "persons/1", "title=General").status == 0)
        #expect(try almanac(as: second, "logout").status == 0)
        #expect(try !almanac(as: second, "edit", "persons/1", "title=Nobody").errors.contains("not signed in"))
        #expect(try almanac(as: first, "edit", "persons/1", "title=Senator").status == 0)
        let authors = try almanac(as: first, "history", "persons/1", "--json").rows.map { $0["author"]?.string }
        #expect(authors == ["Leia", nil, "Han", "Leia", "Han", nil, nil], "\(authors)")

        // A user whose state folder cannot be written stays a guest.
        try home.shell("chmod 500 ~/\(second)/.local/state/almanac/sessions")
        let blocked = try almanac(as: second, "login", "Han")
        #expect(blocked.status == 1 && blocked.errors.contains("Cannot save the session"), "\(blocked)")
        let stillGuest = try almanac(as: second, "account")
        #expect(stillGuest.status == 1)

        try home.shell("cd ~/shared; install -d -m 2770 -g \(Self.group) new; mv almanac.db new/")
        let moved = try almanac(as: first, ["account"], in: folder + "/new/almanac.db")
        #expect(moved.status == 1 && moved.errors.contains("You are not signed in."), "\(moved)")
    }

    @Test("A trigger that one user accepts still blocks changes by another user")
    func triggers() throws {
        let (first, second) = (Self.users[0], Self.users[1])
        try share()
        try Connection(at: database, mode: .readWrite).execute(
            "CREATE TRIGGER noted AFTER INSERT ON person BEGIN INSERT INTO note (topic) VALUES ('New'); END")
        #expect(try almanac(as: first, "check", "--accept", "noted").status == 0)
        let accepted = try almanac(as: first, "new", "person", "given=Luke")
        #expect(accepted.status == 0, "\(accepted.errors)")
        let refused = try almanac(as: second, "new", "person", "given=Han")
        #expect(refused.status == 1 && refused.errors.contains("noted"), "\(refused)")
        #expect(try almanac(as: first, "persons", "--json").rows.count == 2)
    }

    @Test("A database is not shared if its group cannot write to it, others can access it, or its folder is not setgid")
    func privateDatabase() throws {
        #expect(try almanac(as: Self.users[0], "new", "person", "given=Leia").status == 0)
        for (file, mode) in [("664", "2770"), ("640", "2770"), ("660", "00770"), ("660", "2775")] {
            #expect(try home.shell("chmod \(file) ~/shared/almanac.db; chmod \(mode) ~/shared; true").status == 0)
            #expect(try almanac(as: Self.users[1], "new", "person", "given=Luke").status == 1, "\(file) \(mode)")
            #expect(try almanac(as: Self.users[0], "new", "person", "given=Han").status == 0)
            #expect(home.permissions(of: database) == 0o600)
        }
    }

    @Test("The error names the files next to a shared database that are still private")
    func privateCompanions() throws {
        #expect(try almanac(as: Self.users[0], "new", "person", "given=Leia").status == 0)
        let files = "install -m 600 -o \(Self.users[0]) -g \(Self.group) /dev/null almanac.db"
        let ending = try home.shell("cd ~/shared; chmod 660 almanac.db; \(files)-wal; \(files)-shm")
        #expect(ending.status == 0, "\(ending.errors)")
        let refused = try almanac(as: Self.users[1], "persons")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains("You do not have permission to read and write \(database)-wal, \(database)-shm."),
            "\(refused.errors)")
    }
}
