import SQLite
import TestSupport
import Testing

@Suite("Checklist: forms", .childProcesses)
struct FormChecklistTests {
    @Test(
        "C38 A form allows going back, keeps the answers, rejects an invalid date, and shows the current values")
    func editing() throws {
        let home = try HomeFixture.home(.bedrock)
        let session = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name: Fred")
        // The current value can be edited: Ctrl-A goes to its start, and typed characters are inserted there.
        try session.press("\u{1}Al\r", until: "Family name:")
        try session.enter(":up", until: "Given name: AlFred")
        try session.enter(":more", until: "Prefix:")
        #expect(session.output.contains("\nName\n  Prefix:"))
        try session.enter("Mr.", until: "Middle name:")
        try session.enter(":up", until: "Prefix: Mr.")
        try session.enter(":review", until: "edit * ›")
        #expect(session.output.contains("Name\n  Prefix") && !session.output.contains("[M, F"))
        try session.enter("fill", until: "Given name: AlFred")
        try session.enter(":review", until: "edit * ›")
        try session.enter("birthday=never", until: "Birthday: invalid value “never”")
        try session.enter("birthday=1970-02-02", until: "edit * ›")
        try session.enter("save", until: "persons › AlFred Flintstone ›")
        #expect(session.quit() == 0)
        let fred = try home.almanac("show", "persons/1", "--json").json
        #expect(fred["given"]?.string == "AlFred" && fred["birthday"]?.string == "1970-02-02")
    }

    @Test("C38 A form reports an invalid answer and repeats the question, and cancelling leaves the record unchanged")
    func invalidAnswers() throws {
        let home = try HomeFixture.home(.bedrock)
        let before = try home.almanac("show", "persons/2", "--json").output
        let session = try TerminalSession(home, ["open", "persons/2/edit"], until: "Given name: Wilma")
        try session.enter(":review", until: "edit ›")
        try session.enter("fill", until: "Given name: Wilma")
        try session.enter("\u{15}:title=Boss", until: "Given name: Wilma")
        try session.enter(":review", until: "edit * ›")
        try session.enter("up", until: "New note:")
        try session.enter(":up", until: "Birthday:")
        try session.press("\u{15}never\r", until: "Birthday: invalid value “never”")
        #expect(session.terminal.wait { $0.screen.lines.last { !$0.isEmpty } == "  Birthday: never" })
        try session.press("\u{15}:planet=Nowhere birthday=bad\r", until: "No match for “Nowhere”")
        #expect(session.output.replacing("\n", with: " ").contains("Birthday: invalid value “bad”"))
        try session.enter(":cancel", until: "persons › Wilma Flintstone ›")
        #expect(session.quit() == 0)
        #expect(try home.almanac("show", "persons/2", "--json").output == before)
    }

    @Test("C38 Field values can be added, reordered, labeled, and removed")
    func values() throws {
        let home = try HomeFixture.home(.after(["edit persons/1 phone= phone.home=1 phone+=2 phone+=3"]))
        let session = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name:")
        try session.enter(":review", until: "edit ›")
        try session.enter("move phone 3 1", until: "edit * ›")
        try session.enter("label phone 1 work", until: "edit * ›")
        try session.enter("remove phone 3", until: "edit * ›")
        try session.enter("phone.mobile+=4", until: "edit * ›")
        try session.enter("save", until: "persons › Fred Flintstone ›")
        #expect(session.quit() == 0)
        let phones = try home.almanac("show", "persons/1", "--json").json["phones"]?.array ?? []
        #expect(
            phones.map { "\($0["label"]?.string ?? ""):\($0["value"]?.string ?? "")" } == [
                "work:3", "home:1", "mobile:4",
            ])
    }

    @Test("C38 Choices can be entered by number, and Tab completes choices and record names")
    func choicesAndNames() throws {
        let home = try HomeFixture.home(.bedrock)
        let session = try TerminalSession(home, ["open", "planets/1/edit"], until: "Name: Bedrock")
        try session.enter("", until: "Type: fictional")
        #expect(session.output.contains("1 star, 2 planet, 3 dwarf planet"))
        try session.press("\u{15}dw\t", until: "Type: dwarf planet")
        try session.enter("", until: "Orbits:")
        try session.enter(":more", until: "Status: confirmed")
        try session.press("\u{15}2\r", until: "Values")
        try session.enter(":save", until: "planets › Bedrock ›")
        try session.enter("new note", until: "Topic:")
        try session.enter("Plans", until: "Text:")
        try session.enter("A party", until: "About:")
        try session.press("wilm\t", until: "About: Wilma Flintstone")
        try session.enter("", until: "new note * ›")
        try session.enter("save", until: "notes › Plans ›")
        #expect(session.quit() == 0)
        let bedrock = try home.almanac("show", "planets/1", "--json").json
        #expect(bedrock["type"]?.string == "dwarf planet" && bedrock["status"]?.string == "candidate")
        #expect(try home.almanac("show", "Plans", "--json").json["about"]?["id"]?.string == "persons/2")
    }

    @Test("C38 A form opened from the shell asks its questions and saves the answers, and the program exits")
    func oneShot() throws {
        let home = try HomeFixture.home(.bedrock)
        let new = try TerminalSession(home, ["new", "group"], until: "Name:")
        #expect(new.output.components(of: "new group").count == 2, "\(new.output)")
        try new.enter("Quarry", until: "Description:")
        try new.enter("Those who work there", until: "Kind:")
        try new.press("comp\t", until: "Kind: company")
        try new.enter("", until: "Search:")
        try new.enter("", until: "Filter:")
        try new.enter("", until: "Planets:")
        try new.enter("", until: "Added Quarry")
        #expect(new.terminal.finish() == 0)
        #expect(try home.almanac("show", "Quarry", "--json").json["description"]?.string == "Those who work there")

        let edit = try TerminalSession(home, ["edit", "persons/1"], until: "Given name:")
        try edit.enter(":more", until: "Prefix:")
        try edit.enter("Mr.", until: "Middle name:")
        try edit.enter(":save", until: "Changed ")
        #expect(edit.terminal.finish() == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["prefix"]?.string == "Mr.")
    }

    @Test(
        "C02, C38 Abandoning a form in the shell gives exit status 4 or 130, and only “:cancel” discards the draft",
        arguments: [(":cancel\r", Int32(4)), ("\u{4}", 4), ("\u{3}", 130)])
    func oneShotDropped(keys: String, status: Int32) throws {
        let home = try HomeFixture.home(.bedrock)
        let before = try home.almanac("show", "persons/1", "--json").output
        let edit = try TerminalSession(home, ["edit", "persons/1"], until: "Given name:")
        try edit.enter(":more", until: "Prefix:")
        try edit.enter("Mr.", until: "Middle name:")
        let isKept = keys != ":cancel\r"
        try edit.press(
            isKept ? "\u{15}" + keys : keys,
            until: isKept ? "Your changes are saved as a draft" : "Nothing was changed.")
        #expect(edit.terminal.finish() == status)
        #expect(try home.almanac("show", "persons/1", "--json").output == before)
        let again = try TerminalSession(
            home, ["edit", "persons/1"], until: isKept ? "Middle name:" : "Given name: Fred")
        try again.enter(":cancel", until: "Nothing was changed.")
        #expect(again.terminal.finish() == 4)
    }

    @Test("C29 Ctrl-C in a form goes back and keeps the answers, even if the program is then killed")
    func ctrlC() throws {
        let home = try HomeFixture.home(.bedrock)
        let session = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name:")
        try session.enter(":more", until: "Prefix:")
        try session.enter("Mr.", until: "Middle name:")
        try session.press("half\u{3}", until: "persons › Fred Flintstone ›")
        session.terminal.send(9)
        #expect(session.terminal.finish() == 137)
        let again = try TerminalSession(home, ["open", "persons/1/edit"], until: "Middle name:")
        try again.enter(":save", until: "persons › Fred Flintstone ›")
        #expect(again.quit() == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["prefix"]?.string == "Mr.")
    }

    @Test(
        "C38 Up and Down go to the neighboring fields and keep the answer, and Tab completes the label of a new value")
    func arrowsAndLabels() throws {
        let home = try HomeFixture.home(.bedrock)
        let session = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name: Fred")
        try session.press("dy\u{1B}[B", until: "Family name: Flintstone")
        try session.press("s\u{1B}[A", until: "Given name: Freddy")
        try session.press("\u{1B}[A", until: "Given name: Freddy")
        try session.press("\u{1B}[B", until: "Family name: Flintstones")
        try session.enter("\u{15}:phone= email=", until: "Family name: Flintstones")
        try session.press("\u{1B}[B", until: "Phone:")
        try session.press("\u{1B}[B", until: "Email:")
        try session.press("wo\tfred@quarry.example\r", until: "Another email:")
        try session.press("\u{1B}[B", until: "Organization:")
        try session.press("\u{1B}[B", until: "Birthday:")
        try session.press("\u{1B}[B", until: "New note:")
        // The up key opens the previous field even from the last field, which is followed by the review.
        try session.press("Likes stone.\u{1B}[A", until: "Birthday:")
        try session.enter(":save", until: "persons › Freddy Flintstones ›")
        #expect(session.quit() == 0)
        let emails = try home.almanac("show", "persons/1", "--json").json["emails"]?.array ?? []
        #expect(emails.contains { $0["label"]?.string == "work" && $0["value"]?.string == "fred@quarry.example" })
    }

    @Test(
        "C39 An edit fails while the database is locked and succeeds after the lock is released",
        .enabled(if: Soak.isOn, "waits for five seconds"), .long("waits for a lock"))
    func busy() throws {
        let home = try HomeFixture.home(.bedrock)
        let other = try Connection(at: home.store, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE; UPDATE person SET job_title = 'Foreman' WHERE id = 1")
        #expect(try home.almanac("show", "persons/1").status == 0)
        let late = try home.almanac("edit", "persons/1", "nickname=Freddy")
        #expect(late.status == 1 && late.output == "")
        #expect(late.errors.contains("another program"), "\(late.errors)")
        try other.execute("COMMIT")
        #expect(try home.almanac("edit", "persons/1", "nickname=Freddy").status == 0)
        let fred = try home.almanac("show", "persons/1", "--json").json
        #expect(fred["title"]?.string == "Foreman" && fred["nickname"]?.string == "Freddy")
    }
}

extension String {
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
