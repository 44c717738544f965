import Model
import TestSupport
import Testing
import Text

@Suite("History", .childProcesses)
struct HistoryCommandTests {
    private static let snapshot = Result {
        let home = try SeededHome.home()
        try home.almanac(input: "signup Tester\nnew person given=Leia\nnew person given=Luke\n")
        return try HomeSnapshot(of: home)
    }

    private static func home() throws -> Home { try Home(as: snapshot.get()) }

    private static let stepKeys = [
        "number", "time", "command", "author", "outside", "undone", "undoes", "redoes", "records",
    ]

    @Test func `history lists the newest steps first, with fixed JSON keys`() throws {
        let home = try Self.home()
        try home.almanac("edit", "persons/1", "title=Senator")
        let rows = try home.almanac("history", "--json").rows
        #expect(
            rows.map { $0["command"]?.string } == [
                "edit persons/1 title=Senator", "new person given=Luke", "new person given=Leia", "signup Tester",
            ])
        for row in rows {
            #expect(row.keys == Self.stepKeys)
            #expect(row["author"]?.string == (row["number"]?.integer == 1 ? nil : "Tester"))
            #expect(row["undoes"] == .null && row["redoes"] == .null)
        }
        let lines = try home.almanac("history", "--limit", "2", "--ndjson").lines
        #expect(lines.count == 2)
    }

    @Test func `undo reports its changes, and redo reapplies the step`() throws {
        let home = try Self.home()
        try home.almanac("edit", "persons/1", "title=Senator")
        let undone = try home.almanac("undo", "--json").json
        #expect(undone.keys == ["text", "steps", "changes"])
        let step = try #require(undone["steps"]?.array?.first)
        #expect(step.keys == Self.stepKeys && step["undoes"] != .null)
        let change = try #require(undone["changes"]?.array?.first)
        #expect(change.keys == ["id", "name", "action", "fields"])
        let field = try #require(change["fields"]?.array?.first)
        #expect(field.keys == ["field", "old", "new"])
        #expect(field["old"]?.string == "Senator" && field["new"] == .null)
        #expect(try home.almanac("show", "persons/1", "--json").json["title"] == .null)
        #expect(try home.almanac("redo").status == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["title"]?.string == "Senator")
    }

    @Test func `history and undo --show report old and new values in full`() throws {
        let home = try Self.home()
        let long = String(repeating: "Senator ", count: 40) + "of Alderaan"
        try home.almanac("edit", "persons/1", "title=Senator", "nickname=Lelila")
        try home.almanac("edit", "persons/1", "title=\(long)", "nickname=")
        for format in ["plain", "csv"] {
            for words in [["history", "persons/1"], ["history", "5"]] {
                let output = try home.run(words + ["--format", format]).output
                #expect(output.contains("title: Senator -> \(long)"), "\(words) \(format): \(output)")
                #expect(output.contains("nickname: Lelila ->"), "\(words) \(format): \(output)")
            }
            let back = try home.almanac("undo", "--show", "--format", format).output
            #expect(back.contains("title: \(long) -> Senator") && back.contains("nickname: -> Lelila"), "\(back)")
        }
    }

    @Test func `undo --show reports whether the undo would fail`() throws {
        let home = try Self.home()
        try home.almanac("edit", "persons/1", "title=Senator")
        try home.almanac("edit", "persons/1", "title=General")
        let allowed = try home.almanac("undo", "--show", "--json")
        #expect(allowed.status == 0)
        #expect(try allowed.json["text"]?.string?.contains("refused") == false)
        let refusal = try home.almanac("undo", "4").errors.split(separator: "\n").joined(separator: " ")
        let reason = try #require(refusal.firstRange(of: "Nothing was changed. ")).upperBound
        let shown = try home.almanac("undo", "4", "--show", "--json")
        #expect(shown.status == 0 && shown.errors == "")
        let text = try #require(try shown.json["text"]?.string)
        #expect(text.contains("would fail. “") && text.hasSuffix(refusal[reason...]), "\(text)")
        #expect(try shown.json["changes"]?.array?.count == 1)
        let redo = try home.almanac("redo", "4", "--show")
        #expect(redo.status == 0 && redo.output.contains("Step 4 has not been undone."), "\(redo.output)")
        #expect(try home.almanac("history", "--json").rows.count == 5)
    }

    @Test func `Steps and the history of a record are shown in every output format`() throws {
        let home = try Self.home()
        try home.almanac("edit", "persons/1", "title=Senator")
        for format in ["table", "vertical", "plain", "json", "ndjson", "csv", "markdown"] {
            let pages = ["-c", "history persons/1", "-c", "undo --show", "-c", "history 2"]
            let ending = try home.run(pages + ["--format", format])
            #expect(ending.status == 0 && ending.errors == "" && !ending.hasEscapes)
            #expect(ending.output.contains("Senator") && ending.output.contains("Leia"), "\(format)")
        }
    }

    @Test(arguments: [
        ("redo", 1), ("undo 99", 3), ("undo x", 2), ("history persons/99", 0), ("open history/99", 3),
        ("restore persons/1", 3), ("purge --all", 0), ("purge", 2), ("show persons/1 --at never", 2),
        ("show persons/1 --at 1999-12-31", 3),
    ])
    func `The exit status of a history command distinguishes failures, usage errors, and missing records`(
        _ line: String, status: Int32
    ) throws {
        #expect(try Self.home().almanac("-c", line).status == status)
    }

    @Test func `undo reports when there is nothing to undo`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia")
        try home.almanac("undo")
        let ending = try home.almanac("undo")
        #expect(ending.status == 1 && ending.errors.hasPrefix("Nothing to undo."))
    }

    @Test func `The error for a conflicting undo names the later change and its step`() throws {
        let home = try Self.home()
        try home.almanac("edit", "persons/1", "title=Senator")
        try home.almanac("edit", "persons/1", "title=General")
        let ending = try home.almanac("undo", "4")
        #expect(ending.status == 1 && ending.output == "")
        #expect(
            ending.errors.contains("“edit persons/1 title=General” later changed Title of Leia (persons/1) in step 5."))
        try home.almanac("undo", "5")
        try home.almanac("edit", "persons/1", "title=Princess")
        let again = try home.almanac("redo", "5")
        #expect(again.status == 1 && again.errors.hasPrefix("Cannot redo step 5"))
    }

    @Test func `signup is a step that can be undone and redone, and the history contains no passphrase`() throws {
        let home = try SeededHome.home()
        try home.almanac("signup", "Leia", "--passphrase-fd", "0", input: "open sesame\n")
        let change = try #require(try home.almanac("history", "1", "--json").json["accounts"]?.array?.first)
        #expect(change["name"]?.string == "Leia" && change["action"]?.string == "added")
        let undone = try home.almanac("undo")
        #expect(undone.output.contains("Undid step 1 (signup Leia") && undone.output.contains("deleted"))
        #expect(try home.almanac("login", "Leia", "--passphrase-fd", "0", input: "open sesame\n").status == 3)
        #expect(try home.almanac("redo").status == 0)
        #expect(try home.almanac("login", "Leia", "--passphrase-fd", "0", input: "open sesame\n").status == 0)
        // The wrong passphrase comes last, because it delays the next sign-in.
        #expect(try home.almanac("login", "Leia", "--passphrase-fd", "0", input: "sesame\n").status == 1)
        let lines = ["history", "history 1", "history 2", "undo --show", "history --json", "history 1 --csv"]
        let history = try home.run(lines.flatMap { ["-c", $0] }).output
        #expect(history.contains("signup Leia") && !history.contains("sesame") && !history.contains("$"), "\(history)")
        #expect(try home.almanac("history", "--json").rows.count == 3)
        #expect(try home.almanac("check", "--deep").status == 0)
    }

    @Test func `A record can be shown as of a given time or the end of a local day`() throws {
        let home = try Self.home()
        let created = try #require(try home.almanac("show", "persons/1", "--json").json["created"]?.string)
        try home.almanac("edit", "persons/1", "given=Lea")
        let past = try home.almanac("show", "persons/1", "--at", created, "--json").json
        #expect(past["given"]?.string == "Leia" && past["asOf"]?.string == created)
        for key in ["favorite", "notes", "smartGroups"] { #expect(past[key] == .null, "\(key)") }
        #expect(past["groups"]?.array == [])
        let day = String(created.prefix(10))
        #expect(try home.almanac("show", "persons/1", "--at", day, "--json").json["given"]?.string == "Lea")
        // At UTC+14, the day ends at 10:00 UTC, which may be before the record was created.
        let far = try home.run(["show", "persons/1", "--at", day, "--json"], with: ["TZ": "XXX-14"])
        let noon = String(created.dropFirst(11).prefix(2))
        #expect(far.status == (noon >= "10" ? 3 : 0))
    }

    @Test func `Deleted records can be restored and purged`() throws {
        let home = try Self.home()
        let deletion = try home.almanac("delete", "persons/2", "--yes")
        #expect(deletion.output.contains("“restore persons/2”"))
        let deletedRecords = try #require(try home.almanac("trash", "--json").rows.first)
        #expect(
            deletedRecords.keys == ["id", "name", "kind", "deleted", "step", "command", "author", "outside"])
        #expect(deletedRecords["id"]?.string == "persons/2" && deletedRecords["name"]?.string == "Luke")
        #expect(try home.almanac("restore", "persons/2").status == 0)
        #expect(try home.almanac("show", "persons/2", "--json").json["given"]?.string == "Luke")
        try home.almanac("delete", "persons/2", "--yes")
        #expect(try home.almanac("purge", "persons/2").status == 2)
        let purged = try home.almanac("purge", "persons/2", "--yes")
        let backup = try #require(try home.almanac("backups", "--json").rows.first?["path"]?.string)
        #expect(purged.output.contains("A backup is in \(backup)."))
        #expect(try home.almanac("restore", "persons/2").status == 3)
        #expect(try home.shell("cd; grep -c Luke .local/share/almanac/almanac.db || true").output == "0\n")
    }

    @Test func `History commands on a read-only database succeed, or fail with status 1 and an error message`() throws {
        let home = try Self.home()
        let folder = home.folder + "/.local/share/almanac"
        _ = try home.shell("chmod 500 \(folder); chmod 400 \(home.store)")
        defer { _ = try? home.shell("chmod 700 \(folder); chmod 600 \(home.store)") }
        for line in ["history", "trash", "undo --show", "undo"] {
            let ending = try home.almanac("-c", line)
            #expect(ending.status == 0 || ending.status == 1, "\(line)")
            #expect((ending.status == 0) == ending.errors.isEmpty, "\(line): \(ending.errors)")
        }
    }
}
