import Glibc
import TestSupport
import Testing

@Suite("An editor of one's own")
struct EditorRowTests {
    @Test("C37 A note is written in $VISUAL, else $EDITOR with its arguments, on a private file in a private folder")
    func aNoteInTheEditor() throws {
        let desk = try EditorDesk()
        var variables = try desk.editor(
            """
            stat -c %a "$1" "${1%/*}" >"$HOME/modes"
            cp "$1" "$HOME/opened"
            touch "$1~"
            sed -i 's/Dig deeper./Dig\\n\\n# deeper still/' "$1"
            """)
        let first = try desk.edit(["edit", desk.note], with: variables)
        #expect(first.status == 0, "\(first.screen)")
        #expect(try desk.value("text", of: desk.note) == "Dig\n\n# deeper still")
        #expect(desk.trace("modes") == "600\n700\n")
        #expect(desk.trace("opened").contains("\ntopic: Plans\n"))
        #expect(desk.trace("opened").hasSuffix("\nabout: Fred Flintstone\n---\nDig deeper.\n"))
        #expect(desk.home.names(in: desk.folder) == [])

        variables["VISUAL"] = variables["EDITOR"]
        variables["EDITOR"] = "touch \(desk.home.folder)/wrong"
        let second = try desk.edit(["edit", desk.note], with: variables)
        #expect(second.screen.contains("Nothing was changed."))
        #expect(!desk.home.exists(desk.home.folder + "/wrong"))
        #expect(try desk.home.almanac("show", desk.note, "--json").json["version"]?.integer == 2)
    }

    @Test("C37 The editor of the settings comes before $VISUAL and $EDITOR, and $ALMANAC_EDITOR before that")
    func editorOfTheSettings() throws {
        let desk = try EditorDesk()
        let mine = try desk.editor("sed -i 's/deeper/mine/' \"$1\"")["EDITOR"] ?? ""
        try desk.home.write("editor = \(mine)\n", to: ".config/almanac/config")
        let wrong = "touch \(desk.home.folder)/wrong"
        _ = try desk.edit(["edit", desk.note], with: ["VISUAL": wrong, "EDITOR": wrong])
        #expect(try desk.value("text", of: desk.note) == "Dig mine.")
        #expect(!desk.home.exists(desk.home.folder + "/wrong"))
        _ = try desk.edit(["edit", desk.note], with: ["ALMANAC_EDITOR": wrong])
        #expect(desk.home.exists(desk.home.folder + "/wrong"))
        try desk.home.write("editor = 'open\n", to: ".config/almanac/config")
        #expect(try desk.home.almanac("persons").errors.contains("Editor"))
    }

    @Test("C37 A text left as it was, and an editor that fails, change nothing")
    func nothingIsChanged() throws {
        let desk = try EditorDesk()
        let unchanged = try desk.edit(["edit", desk.note], with: desk.editor("touch \"$1\""))
        #expect(unchanged.status == 0 && unchanged.screen.contains("Nothing was changed."))
        let failed = try desk.edit(["edit", desk.note], with: desk.editor("exit 3"))
        #expect(failed.status == 1 && failed.screen.contains("ended with status 3, so nothing was changed."))
        #expect(desk.home.names(in: desk.folder) == [])
        let written = try desk.edit(["edit", desk.note], with: desk.editor("echo more >>\"$1\"; exit 3"))
        #expect(written.status == 1 && written.screen.contains("What you wrote is kept in"))
        let kept = try #require(desk.leftBehind.first)
        #expect(try String(decoding: desk.home.bytes(of: kept), as: UTF8.self).hasSuffix("Dig deeper.\nmore\n"))
        #expect(try desk.value("text", of: desk.note) == "Dig deeper.")
    }

    @Test("C37 What cannot be saved is opened again with all that is wrong, until it can")
    func invalidThenMended() throws {
        let desk = try EditorDesk()
        let ending = try desk.edit(
            ["edit", "persons/1"],
            with: desk.editor(
                """
                if grep -q '^#!' "$1"; then
                    cp "$1" "$HOME/second"
                    sed -i 's/^birthday:.*/birthday: 1970-02-02/; s/^planet:.*/planet: Bedrock/' "$1"
                else
                    sed -i 's/^birthday:.*/birthday: never/; s/^planet:.*/planet: Nowhere/' "$1"
                fi
                """))
        #expect(ending.status == 0, "\(ending.screen)")
        #expect(desk.trace("second").hasPrefix("#! Birthday cannot be “never”: it takes a date"))
        #expect(desk.trace("second").contains("\n#! There is nothing called “Nowhere”."))
        #expect(desk.trace("second").contains("\nbirthday: never\n"))
        #expect(try desk.value("birthday", of: "persons/1") == "1970-02-02")
    }

    @Test("C37 Whoever gives up finds the text in a file that is named")
    func givenUp() throws {
        let desk = try EditorDesk()
        let ending = try desk.edit(
            ["edit", "persons/1"], with: desk.editor("sed -i 's/^birthday:.*/birthday: never/' \"$1\""))
        #expect(ending.status == 2)
        #expect(ending.screen.contains("Birthday cannot be “never”"))
        let kept = try #require(desk.leftBehind.first)
        #expect(ending.screen.replacing("\n", with: "").contains(kept))
        #expect(try String(decoding: desk.home.bytes(of: kept), as: UTF8.self).contains("\nbirthday: never\n"))
        #expect(desk.home.permissions(of: kept) == 0o600)
    }

    @Test("C37 What another program changes meanwhile is shown, and neither change is lost")
    func conflict() throws {
        let desk = try EditorDesk()
        let ending = try desk.edit(
            ["edit", "persons/1"],
            with: desk.editor(
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
        #expect(desk.trace("second").hasPrefix("#! Fred Flintstone (persons/1) was changed meanwhile"))
        #expect(desk.trace("second").contains("#! In the store title is now “Foreman”."))
        #expect(try desk.value("title", of: "persons/1") == "Foreman")
        #expect(try desk.value("suffix", of: "persons/1") == "Sr.")
    }

    @Test("C37 A record that is deleted meanwhile does not take the text with it")
    func deletedMeanwhile() throws {
        let desk = try EditorDesk()
        let ending = try desk.edit(
            ["edit", desk.note],
            with: desk.editor("\"$ALMANAC\" delete \(desk.note) --yes >/dev/null; echo more >>\"$1\""))
        #expect(ending.status == 3)
        #expect(ending.screen.contains("There is no \(desk.note)."))
        #expect(desk.leftBehind.count == 1)
    }

    @Test("C37, T1 Ctrl-C in an editor is the editor's, and what it does to the terminal is undone")
    func keysOfTheEditor() throws {
        let desk = try EditorDesk()
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let variables = try desk.editor(
            """
            trap 'heard=yes' INT
            stty -echo
            echo ready
            until [ -n "$heard" ]; do sleep 0.05; done
            echo "heard it" >>"$1"
            """)
        try terminal.start(
            BuiltProgram.almanac, ["edit", desk.note, "--editor"],
            environment: desk.home.environment.merging(variables) { _, given in given })
        #expect(terminal.wait(for: "ready"))
        terminal.type("\u{3}")
        #expect(terminal.finish() == 0, "\(terminal.screen.text)")
        #expect(try desk.value("text", of: desk.note) == "Dig deeper.\nheard it")
        let side = terminal.openProgramSide()
        defer { close(side) }
        var modes = termios()
        #expect(tcgetattr(side, &modes) == 0)
        #expect(modes.c_lflag & tcflag_t(ECHO) != 0)
    }

    @Test("C37 In a form the editor opens the field that is asked for")
    func inAForm() throws {
        let desk = try EditorDesk()
        let variables = try desk.editor("cp \"$1\" \"$HOME/opened\"; printf 'Dig\\n\\n- deeper\\n' >\"$1\"")
        let sitting = try Sitting(desk.home, ["open", "\(desk.note)/edit"], until: "Topic: Plans", with: variables)
        try sitting.say("", until: "Text: Dig deeper.")
        try sitting.say(":editor", until: "About: persons/1")
        #expect(desk.trace("opened") == "Dig deeper.\n")
        try sitting.say(":save", until: "deeper\n")
        #expect(sitting.quit() == 0)
        #expect(try desk.value("text", of: desk.note) == "Dig\n\n- deeper")
    }
}
