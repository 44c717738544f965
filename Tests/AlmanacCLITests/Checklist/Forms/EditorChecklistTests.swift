import Glibc
import TestSupport
import Testing

@Suite("Checklist: external editor", .childProcesses)
struct EditorChecklistTests {
    @Test("C37 A note is edited in a private file in a private folder, with the command in $VISUAL or $EDITOR")
    func editedNote() throws {
        let fixture = try EditorFixture()
        var variables = try fixture.editor(
            """
            stat -c %a "$1" "${1%/*}" >"$HOME/modes"
            cp "$1" "$HOME/opened"
            touch "$1~"
            sed -i 's/Dig deeper./Dig\\n\\n# deeper still/' "$1"
            """)
        let first = try fixture.edit(["edit", fixture.note], with: variables)
        #expect(first.status == 0, "\(first.screen)")
        #expect(try fixture.value("text", of: fixture.note) == "Dig\n\n# deeper still")
        #expect(fixture.trace("modes") == "600\n700\n")
        #expect(fixture.trace("opened").contains("\ntopic: Plans\n"))
        #expect(fixture.trace("opened").contains("\nabout: Fred Flintstone\n"))
        #expect(fixture.trace("opened").hasSuffix("\n---\nDig deeper.\n"))
        #expect(fixture.home.names(in: fixture.folder) == [])

        variables["VISUAL"] = variables["EDITOR"]
        variables["EDITOR"] = "touch \(fixture.home.folder)/wrong"
        let second = try fixture.edit(["edit", fixture.note], with: variables)
        #expect(second.screen.contains("Nothing was changed."))
        #expect(!fixture.home.exists(fixture.home.folder + "/wrong"))
        #expect(try fixture.home.almanac("show", fixture.note, "--json").json["version"]?.integer == 2)
    }

    @Test("C37 $ALMANAC_EDITOR overrides the editor setting, which overrides $VISUAL and $EDITOR")
    func editorPrecedence() throws {
        let fixture = try EditorFixture()
        let mine = try fixture.editor("sed -i 's/deeper/mine/' \"$1\"")["EDITOR"] ?? ""
        try fixture.home.write("editor = \(mine)\n", to: ".config/almanac/config")
        let wrong = "touch \(fixture.home.folder)/wrong"
        _ = try fixture.edit(["edit", fixture.note], with: ["VISUAL": wrong, "EDITOR": wrong])
        #expect(try fixture.value("text", of: fixture.note) == "Dig mine.")
        #expect(!fixture.home.exists(fixture.home.folder + "/wrong"))
        _ = try fixture.edit(["edit", fixture.note], with: ["ALMANAC_EDITOR": wrong])
        #expect(fixture.home.exists(fixture.home.folder + "/wrong"))
        try fixture.home.write("editor = 'open\n", to: ".config/almanac/config")
        #expect(try fixture.home.almanac("persons").errors.contains("Editor"))
    }

    @Test("C37 Unchanged text or a failing editor leaves the note unchanged, and text from a failed edit is saved")
    func noChange() throws {
        let fixture = try EditorFixture()
        let unchanged = try fixture.edit(["edit", fixture.note], with: fixture.editor("touch \"$1\""))
        #expect(unchanged.status == 0 && unchanged.screen.contains("Nothing was changed."))
        let failed = try fixture.edit(["edit", fixture.note], with: fixture.editor("exit 3"))
        #expect(failed.status == 1 && failed.screen.contains("exited with status 3."))
        #expect(fixture.home.names(in: fixture.folder) == [])
        let written = try fixture.edit(["edit", fixture.note], with: fixture.editor("echo more >>\"$1\"; exit 3"))
        #expect(written.status == 1 && written.screen.contains("Your text is saved in"))
        let kept = try #require(fixture.leftBehind.first)
        #expect(try String(decoding: fixture.home.bytes(of: kept), as: UTF8.self).hasSuffix("Dig deeper.\nmore\n"))
        #expect(try fixture.value("text", of: fixture.note) == "Dig deeper.")
    }

    @Test("C37 An editor that deletes the file changes nothing, and no text is reported as saved", arguments: [0, 3])
    func deletedFile(status: Int) throws {
        let fixture = try EditorFixture()
        let ending = try fixture.edit(
            ["edit", fixture.note], with: fixture.editor("rm \"$1\"\nexit \(status)"))
        #expect(ending.status == 1 && ending.screen.contains("Nothing was changed."), "\(ending.screen)")
        #expect(ending.screen.contains("The file was deleted.") == (status == 0), "\(ending.screen)")
        #expect(!ending.screen.contains("saved") && fixture.leftBehind == [], "\(ending.screen)")
        #expect(try fixture.value("text", of: fixture.note) == "Dig deeper.")
    }

    @Test("C37 An editor that writes the same invalid text twice is not started again, and the text is saved")
    func sameInvalidText() throws {
        let fixture = try EditorFixture()
        let editor = """
            echo started >>"$HOME/starts"
            [ "$(wc -l <"$HOME/starts")" -lt 5 ] || exit 3
            printf 'birthday: never\\n' >"$1"
            """
        let ending = try fixture.edit(["edit", "persons/1"], with: fixture.editor(editor))
        #expect(ending.status == 2 && ending.screen.contains("Your text is saved in"), "\(ending.screen)")
        #expect(fixture.trace("starts") == "started\nstarted\n")
        let kept = try #require(fixture.leftBehind.first)
        #expect(try String(decoding: fixture.home.bytes(of: kept), as: UTF8.self) == "birthday: never\n")
    }

    @Test("C37 After five invalid texts, the editor is not started again, and the last text is saved")
    func differentInvalidTexts() throws {
        let fixture = try EditorFixture()
        let editor = """
            echo started >>"$HOME/starts"
            number=$(wc -l <"$HOME/starts")
            [ "$number" -lt 9 ] || exit 3
            printf 'birthday: never %s\\n' "$number" >"$1"
            """
        let ending = try fixture.edit(["edit", "persons/1"], with: fixture.editor(editor))
        #expect(ending.status == 2 && ending.screen.contains("Your text is saved in"), "\(ending.screen)")
        #expect(fixture.trace("starts") == String(repeating: "started\n", count: 5))
        let kept = try #require(fixture.leftBehind.first)
        #expect(try String(decoding: fixture.home.bytes(of: kept), as: UTF8.self) == "birthday: never 5\n")
    }

    @Test("C37 Invalid text is reopened with the errors until it is valid, at most four times")
    func invalidThenCorrected() throws {
        let fixture = try EditorFixture()
        let ending = try fixture.edit(
            ["edit", "persons/1"],
            with: fixture.editor(
                """
                if grep -q '^#!' "$1"; then
                    cp "$1" "$HOME/second"
                    sed -i 's/^birthday:.*/birthday: 1970-02-02/; s/^planet:.*/planet: Bedrock/' "$1"
                else
                    sed -i 's/^birthday:.*/birthday: never/; s/^planet:.*/planet: Nowhere/' "$1"
                fi
                """))
        #expect(ending.status == 0, "\(ending.screen)")
        #expect(fixture.trace("second").hasPrefix("#! Birthday: invalid value “never”; expected a date"))
        #expect(fixture.trace("second").contains("\n#! No match for “Nowhere”."))
        #expect(fixture.trace("second").contains("\nbirthday: never\n"))
        #expect(try fixture.value("birthday", of: "persons/1") == "1970-02-02")
    }

    @Test("C37 An abandoned edit is kept in a file whose path is shown")
    func abandonedEdit() throws {
        let fixture = try EditorFixture()
        let ending = try fixture.edit(
            ["edit", "persons/1"], with: fixture.editor("sed -i 's/^birthday:.*/birthday: never/' \"$1\""))
        #expect(ending.status == 2)
        #expect(ending.screen.contains("Birthday: invalid value “never”"))
        let kept = try #require(fixture.leftBehind.first)
        #expect(ending.screen.replacing("\n", with: "").contains(kept))
        #expect(try String(decoding: fixture.home.bytes(of: kept), as: UTF8.self).contains("\nbirthday: never\n"))
        #expect(fixture.home.permissions(of: kept) == 0o600)
    }

    @Test("C37 Concurrent changes by another program are shown, and no change is lost")
    func conflict() throws {
        let fixture = try EditorFixture()
        let ending = try fixture.edit(
            ["edit", "persons/1"],
            with: fixture.editor(
                """
                if grep -q '^#!' "$1"; then
                    cp "$1" "$HOME/second"
                    echo >>"$1"
                else
                    "$ALMANAC" edit persons/1 title=Foreman >/dev/null
                    sed -i 's/^suffix:.*/suffix: Sr./' "$1"
                fi
                """))
        #expect(ending.status == 0, "\(ending.screen)")
        #expect(fixture.trace("second").hasPrefix("#! Edit conflict: Fred Flintstone (persons/1)"))
        #expect(fixture.trace("second").contains("#! In the database, title is now “Foreman”."))
        #expect(try fixture.value("title", of: "persons/1") == "Foreman")
        #expect(try fixture.value("suffix", of: "persons/1") == "Sr.")
    }

    @Test("C37 The edited text is kept if the record is deleted during the edit")
    func concurrentDeletion() throws {
        let fixture = try EditorFixture()
        let ending = try fixture.edit(
            ["edit", fixture.note],
            with: fixture.editor("\"$ALMANAC\" delete \(fixture.note) --yes >/dev/null; echo more >>\"$1\""))
        #expect(ending.status == 3)
        #expect(ending.screen.contains("\(fixture.note) does not exist."))
        #expect(fixture.leftBehind.count == 1)
    }

    @Test("C37, T1 The editor handles Ctrl-C, and terminal echo is restored afterward")
    func keysOfTheEditor() throws {
        let fixture = try EditorFixture()
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let variables = try fixture.editor(
            """
            trap 'heard=yes' INT
            stty -echo
            echo ready
            tail -f /dev/null &
            until [ -n "$heard" ]; do wait; done
            kill $!
            echo "heard it" >>"$1"
            """)
        try terminal.start(
            BuiltProgram.almanac, ["edit", fixture.note, "--editor"],
            environment: fixture.home.environment.merging(variables) { _, given in given })
        #expect(terminal.wait(for: "ready"))
        terminal.type("\u{3}")
        #expect(terminal.finish() == 0, "\(terminal.screen.text)")
        #expect(try fixture.value("text", of: fixture.note) == "Dig deeper.\nheard it")
        let side = terminal.openProgramSide()
        defer { close(side) }
        var modes = termios()
        #expect(tcgetattr(side, &modes) == 0)
        #expect(modes.c_lflag & tcflag_t(ECHO) != 0)
    }

    @Test("C16, C37 No progress is shown while the editor uses the terminal")
    func noProgress() throws {
        let fixture = try EditorFixture()
        let terminal = try fixture.home.terminal(
            "edit", fixture.note, "--editor", with: fixture.editor("echo opened; sleep 0.7; echo closed"))
        #expect(terminal.finish() == 0)
        #expect(terminal.text.contains("opened\r\nclosed\r\n"), "\(terminal.text)")
    }

    @Test("C37 The editor opens the current form field")
    func inAForm() throws {
        let fixture = try EditorFixture()
        let variables = try fixture.editor("cp \"$1\" \"$HOME/opened\"; printf 'Dig\\n\\n- deeper\\n' >\"$1\"")
        let session = try TerminalSession(
            fixture.home, ["open", "\(fixture.note)/edit"], until: "Topic: Plans", with: variables)
        try session.enter("", until: "Text: Dig deeper.")
        try session.enter(":editor", until: "About: persons/1")
        #expect(fixture.trace("opened") == "Dig deeper.\n")
        try session.enter(":save", until: "deeper\n")
        #expect(session.quit() == 0)
        #expect(try fixture.value("text", of: fixture.note) == "Dig\n\n- deeper")
    }
}
