import Almanac
import Model
import TestSupport
import Testing

/// Editing records and fields in an external editor.
struct EditorTests {
    private static let leia = Person.ID(rawValue: 1)

    @Test func `A record is edited as text, with references by name`() async throws {
        let editor = ScriptedEditor {
            $0.replacing("nickname:", with: "nickname: Lelila").replacing("planet: Alderaan", with: "planet: earth")
        }
        var app = try await TestApp(editor: editor)
        try await app.send("edit persons/1 --editor")
        #expect(app.place == "persons/1")
        #expect(app["nickname"] == "Lelila" && app["planet"] == "Earth")
        #expect(editor.opened[0].hasPrefix("# persons/1 Leia Organa\n"))
        #expect(editor.opened[0].contains("\nemail.work: leia@alderaan.example\n"))
    }

    @Test func `The text of a note contains journal fields only if the note is an entry, but they can be added`()
        async throws
    {
        let editor = ScriptedEditor({ $0.replacing("topic: Plans", with: "topic: Plans\ndate: 2026-11-20") }, { $0 })
        var app = try await TestApp(editor: editor)
        try await app.send("edit notes/1 --editor")
        #expect(!editor.opened[0].contains("date") && editor.opened[0].contains("\ntopic: Plans\n"))
        #expect(try await app.services.notes.record(Note.ID(rawValue: 1)).date == CivilDate("2026-11-20"))
        try await app.send("edit notes/1 --editor")
        for line in ["date: 2026-11-20", "kind:", "with:", "reminder:", "done:"] {
            #expect(editor.opened[1].contains("\n\(line)\n"), "\(line)")
        }
        #expect(!editor.opened[1].contains("messageID"))
    }

    @Test func `Unchanged text does not change the record, even if the command assigns a value`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=General --editor")
        #expect(app.told == "Nothing was changed.")
        #expect(try await app.services.persons.record(Self.leia).version == 1)
    }

    @Test func `Editing a person keeps the photo and card`() async throws {
        var app = try await TestApp(editor: ScriptedEditor { $0.replacing("given: José", with: "given: Josef") })
        let full = Person.full(home: Planet.ID(rawValue: 1))
        let id = try await app.services.persons.add(full).id
        try await app.send("edit \(id.recordID) --editor")
        var expected = full
        expected.name.given = "Josef"
        #expect(try await app.services.persons.record(id).content == expected)
    }

    @Test func `Invalid text is reopened with its errors listed above it`() async throws {
        let editor = ScriptedEditor(
            {
                $0.replacing("birthday: --12-01", with: "birthday: never").replacing("Alderaan", with: "Erth")
                    .replacing("given:", with: "gvien:") + "nonsense\n"
            },
            {
                $0.replacing("birthday: never", with: "birthday: 1977").replacing("Erth", with: "Earth")
                    .replacing("gvien:", with: "given:").replacing("\nnonsense\n", with: "\n")
            })
        var app = try await TestApp(editor: editor)
        try await app.send("edit persons/1 --editor")
        let second = editor.opened[1].split(separator: "\n")
        let problems = second.prefix { $0.hasPrefix("#! ") }.joined(separator: "\n")
        for words in ["Birthday: invalid value “never”", "No match for “Erth”", "“gvien”", "mean given", "“nonsense”"] {
            #expect(problems.contains(words), "\(problems)")
        }
        #expect(second.last == "nonsense" && second.contains("gvien: Leia"))
        #expect(app["birthday"] == "1977" && app["planet"] == "Earth" && app["given"] == "Leia")
    }

    @Test func `Invalid text of a form field is reopened in the editor with the error above it`() async throws {
        let editor = ScriptedEditor({ _ in "never\n" }, { $0.replacing("never", with: "1977-05-25") })
        var app = try await TestApp(editor: editor)
        try await app.send("edit persons/1", "editor birthday")
        #expect(editor.opened.count == 2)
        #expect(editor.opened.last?.hasPrefix("#! Birthday: invalid value “never”") == true)
        #expect(editor.opened.last?.hasSuffix("\nnever\n") == true)
        try await app.send("save")
        #expect(try await app.services.persons.record(Self.leia).content.birthday == PartialDate("1977-05-25"))
    }

    @Test func `A reopened form field keeps lines that begin like an error`() async throws {
        let editor = ScriptedEditor({ _ in "#! x\nnever\n" }, { $0.replacing("never", with: "again") }, { $0 })
        var app = try await TestApp(editor: editor)
        try await app.send("edit persons/1")
        _ = try await app.failure(of: "editor birthday")
        #expect(editor.opened.count > 1 && editor.opened.dropFirst().allSatisfy { $0.contains("\n#! x\n") })
    }

    @Test func `Text that remains invalid does not change the record, and the error names the file with the text`()
        async throws
    {
        var app = try await TestApp(editor: ScriptedEditor { $0.replacing("--12-01", with: "never") })
        let failure = try #require(await app.failure(of: "edit persons/1 --editor"))
        #expect(failure.status == .wrongUsage)
        #expect(failure.sentences[0].hasPrefix("Birthday: invalid value “never”"))
        #expect(failure.outcome == "Nothing was changed." && failure.next?.contains("Your text is saved in") == true)
        #expect(try await app.services.persons.record(Self.leia).version == 1)
    }

    @Test func `A concurrent change is shown, and the next save keeps both changes`() async throws {
        let others = Others()
        let editor = ScriptedEditor(
            { text in
                try await others.send("edit persons/1 title=General")
                return text.replacing("nickname:", with: "nickname: Lelila")
            }, { $0 + "\n" })
        var app = try await TestApp(editor: editor)
        await others.join(try await app.besides())
        try await app.send("edit persons/1 --editor")
        #expect(editor.opened[1].hasPrefix("#! Edit conflict: Leia Organa (persons/1)"))
        #expect(editor.opened[1].contains("#! In the database, title is now “General”."))
        #expect(editor.opened[1].contains("\nnickname: Lelila\n"))
        let leia = try await app.services.persons.record(Self.leia)
        #expect(leia.jobTitle == "General" && leia.name.nickname == "Lelila" && leia.version == 3)
    }

    @Test func `Saving empty text asks before deleting the record`() async throws {
        var app = try await TestApp(editor: ScriptedEditor({ _ in "" }, { _ in "# nothing\n" }))
        try await app.send("edit persons/1 --editor")
        #expect(app.prompt == "The edited text of Leia Organa (persons/1) is empty. Delete the record?")
        try await app.answer("no, keep it")
        #expect(try await app.services.persons.record(Self.leia).version == 1)
        try await app.send("edit persons/1 --editor")
        try await app.answer("yes")
        #expect(try await app.services.persons.records([Self.leia]).isEmpty)
    }

    @Test func `A new record can be written as text, but an unchanged template does not create one`() async throws {
        let editor = ScriptedEditor({
            $0.replacing("topic:", with: "topic: Plans").replacing("---\n", with: "---\n# A\n\nb")
        })
        var app = try await TestApp(editor: editor)
        try await app.send("note persons/1 --editor")
        #expect(app["topic"] == "Plans" && app["about"] == "Leia Organa" && app["text"] == "# A\n\nb")
        try await app.send("new person --editor")
        #expect(app.told == "Nothing was changed.")
        #expect(try await app.services.persons.count(.all) == 5)
    }

    @Test func `A non-interactive session does not open an editor`() async throws {
        let editor = ScriptedEditor { _ in "given: X" }
        var app = try await TestApp(isInteractive: false, editor: editor)
        for line in ["edit persons/1 --editor", "new person --editor", "note persons/1 --editor"] {
            #expect(try await app.failure(of: line)?.status == .wrongUsage)
        }
        #expect(editor.opened == [])
    }

    @Test(arguments: [
        EditingProblem.noEditor("vi", reason: "There is no such program."), .noFile(path: "/x", reason: "No space."),
        .failed("vi", status: 1, kept: nil), .failed("vi", status: 1, kept: "/x"),
        .notText(reason: "It is not UTF-8.", kept: "/x"),
        .refused(ErrorReport(.notFound, "persons/1 does not exist."), kept: "/x"),
        .refused(ErrorReport(.failed, "A.", why: "B.", next: "C."), kept: "/x"),
    ]) func `Editor errors have user-facing messages`(problem: EditingProblem) {
        expectSentences(problem.explanation)
    }

    @Test func `The editor opens the current form field, or the long text during a review`() async throws {
        let editor = ScriptedEditor({ _ in "# Plans\n\nTwo lines\n" }, { _ in "Princess\n" })
        var app = try await TestApp(editor: editor)
        try await app.send("open notes/1/edit", "review", "editor")
        #expect(editor.opened == ["Bring them back.\n"])
        #expect(app["text"] == "# Plans\n\nTwo lines")
        try await app.send("open persons/1/edit", "editor")
        #expect(app["given"] == "Princess" && app.question == "Family name")
        #expect(try await app.failure(of: "editor nothing")?.status == .wrongUsage)
    }
}

/// Another user who runs commands concurrently.
private actor Others {
    private var app: TestApp?

    func join(_ app: TestApp) { self.app = app }

    func send(_ line: String) async throws {
        var app = app
        try await app?.send(line)
    }
}
