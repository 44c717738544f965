import SQLite
import TestSupport
import Testing

@Suite("A form at a terminal")
struct FormRowTests {
    @Test(
        "C38 A form goes back one field, keeps the answers, checks each at once, and shows what is there to be changed")
    func aFormAsAPersonExpects() throws {
        let home = try Bedrock.home(.bedrock)
        let sitting = try Sitting(home, ["open", "persons/1/edit"], until: "Prefix:")
        try sitting.say("Mr.", until: "Given name: Fred")
        // The value is there to be changed: Ctrl-A and a few letters more.
        try sitting.press("\u{1}Al\r", until: "Middle name:")
        try sitting.say(":up", until: "Given name: AlFred")
        try sitting.say(":up", until: "Prefix: Mr.")
        try sitting.say("", until: "Given name: AlFred")
        try sitting.say(":review", until: "edit * ›")
        try sitting.say("fill", until: "Prefix: Mr.")
        for _ in 0..<10 { try sitting.say("", until: ": ") }
        try sitting.say(":review", until: "edit * ›")
        try sitting.say("birthday=never", until: "Birthday cannot be “never”")
        try sitting.say("birthday=1970-02-02", until: "edit * ›")
        try sitting.say("save", until: "persons › AlFred Flintstone ›")
        #expect(sitting.quit() == 0)
        let fred = try home.almanac("show", "persons/1", "--json").json
        #expect(fred["given"]?.string == "AlFred" && fred["birthday"]?.string == "1970-02-02")
    }

    @Test("C38 A wrong answer is told at once and asked for again, and cancelling changes nothing")
    func wrongAnswersAndCancelling() throws {
        let home = try Bedrock.home(.bedrock)
        let before = try home.almanac("show", "persons/2", "--json").output
        let sitting = try Sitting(home, ["open", "persons/2/edit"], until: "Prefix:")
        try sitting.say(":review", until: "edit ›")
        try sitting.say("fill", until: "Prefix:")
        try sitting.say("Mrs.", until: "Given name: Wilma")
        for title in ["Middle", "Family", "Suffix", "Nickname", "Phonetic", "Organization", "Department", "Title"] {
            try sitting.say("", until: title)
        }
        try sitting.say("", until: "Birthday:")
        try sitting.press("\u{15}never\r", until: "Birthday cannot be “never”")
        #expect(sitting.terminal.wait { $0.screen.lines.last { !$0.isEmpty } == "  Birthday: never" })
        try sitting.press("\u{15}:planet=Nowhere birthday=bad\r", until: "nothing called “Nowhere”")
        #expect(sitting.answer.replacing("\n", with: " ").contains("Birthday cannot be “bad”"))
        try sitting.say(":cancel", until: "persons › Wilma Flintstone ›")
        #expect(sitting.quit() == 0)
        #expect(try home.almanac("show", "persons/2", "--json").output == before)
    }

    @Test("C38 Values are added, ordered, labelled and removed where they stand")
    func values() throws {
        let home = try Bedrock.home(.after(["edit persons/1 phone= phone.home=1 phone+=2 phone+=3"]))
        let sitting = try Sitting(home, ["open", "persons/1/edit"], until: "Prefix:")
        try sitting.say(":review", until: "edit ›")
        try sitting.say("move phone 3 1", until: "edit * ›")
        try sitting.say("label phone 1 work", until: "edit * ›")
        try sitting.say("remove phone 3", until: "edit * ›")
        try sitting.say("phone.mobile+=4", until: "edit * ›")
        try sitting.say("save", until: "persons › Fred Flintstone ›")
        #expect(sitting.quit() == 0)
        let phones = try home.almanac("show", "persons/1", "--json").json["phones"]?.array ?? []
        #expect(
            phones.map { "\($0["label"]?.string ?? ""):\($0["value"]?.string ?? "")" } == [
                "work:3", "home:1", "mobile:4",
            ])
    }

    @Test("C38 Choices are shown with numbers, and Tab completes them and the names of records")
    func choicesAndNames() throws {
        let home = try Bedrock.home(.bedrock)
        let sitting = try Sitting(home, ["open", "planets/1/edit"], until: "Name: Bedrock")
        try sitting.say("", until: "Type: fictional")
        #expect(sitting.answer.contains("1 star, 2 planet, 3 dwarf planet"))
        try sitting.press("\u{15}dw\t", until: "Type: dwarf planet")
        try sitting.say("", until: "Status: confirmed")
        try sitting.press("\u{15}2\r", until: "Orbits:")
        try sitting.say(":save", until: "planets › Bedrock ›")
        try sitting.say("open persons/2/edit", until: "Prefix:")
        try sitting.say(":review", until: "edit ›")
        try sitting.say("up", until: "Home planet:")
        try sitting.press("\u{15}bedr\t", until: "Home planet: Bedrock")
        try sitting.say("", until: "edit * ›")
        try sitting.say("save", until: "persons › Wilma Flintstone ›")
        #expect(sitting.quit() == 0)
        let bedrock = try home.almanac("show", "planets/1", "--json").json
        #expect(bedrock["type"]?.string == "dwarf planet" && bedrock["status"]?.string == "candidate")
        #expect(try home.almanac("show", "persons/2", "--json").json["planet"]?["name"]?.string == "Bedrock")
    }

    @Test("C38 A form that the shell opens asks, keeps what was said, and ends")
    func oneShot() throws {
        let home = try Bedrock.home(.bedrock)
        let new = try Sitting(home, ["new", "group"], until: "Name:")
        #expect(new.answer.components(of: "new group").count == 2, "\(new.answer)")
        try new.say("Quarry", until: "Description:")
        try new.say("Those who work there", until: "Search:")
        try new.say("", until: "Filter:")
        try new.say("", until: "Planets:")
        try new.say("", until: "Added Quarry")
        #expect(new.terminal.finish() == 0)
        #expect(try home.almanac("show", "Quarry", "--json").json["description"]?.string == "Those who work there")

        let edit = try Sitting(home, ["edit", "persons/1"], until: "Prefix:")
        try edit.say("Mr.", until: "Given name: Fred")
        try edit.say(":save", until: "Changed ")
        #expect(edit.terminal.finish() == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["prefix"]?.string == "Mr.")
    }

    @Test(
        "C02, C38 A form that the shell opens and nobody fills in ends as declined or interrupted, the draft kept",
        arguments: [(":cancel\r", Int32(4)), ("\u{4}", 4), ("\u{3}", 130)])
    func oneShotDropped(keys: String, status: Int32) throws {
        let home = try Bedrock.home(.bedrock)
        let before = try home.almanac("show", "persons/1", "--json").output
        let edit = try Sitting(home, ["edit", "persons/1"], until: "Prefix:")
        try edit.say("Mr.", until: "Given name: Fred")
        if keys.hasPrefix(":") { try edit.press("\u{15}", until: "Given name:") }
        let isKept = keys != ":cancel\r"
        try edit.press(
            isKept ? "\u{15}" + keys : keys, until: isKept ? "What you typed is kept" : "Nothing was changed.")
        #expect(edit.terminal.finish() == status)
        #expect(try home.almanac("show", "persons/1", "--json").output == before)
        let again = try Sitting(home, ["edit", "persons/1"], until: isKept ? "Given name: Fred" : "Prefix:")
        try again.say(":cancel", until: "Nothing was changed.")
        #expect(again.terminal.finish() == 4)
    }

    @Test("C29 Ctrl-C in a form stops the asking and keeps what was typed")
    func ctrlC() throws {
        let home = try Bedrock.home(.bedrock)
        let sitting = try Sitting(home, ["open", "persons/1/edit"], until: "Prefix:")
        try sitting.say("Mr.", until: "Given name: Fred")
        try sitting.press("half\u{3}", until: "edit * ›")
        sitting.terminal.send(9)
        #expect(sitting.terminal.finish() == 137)
        let again = try Sitting(home, ["open", "persons/1/edit"], until: "edit * ›")
        try again.say("save", until: "persons › Fred Flintstone ›")
        #expect(again.quit() == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["prefix"]?.string == "Mr.")
    }

    @Test(
        "C39 A store that another program is writing to is waited for, and then it is said what to do; nothing is lost")
    func busy() throws {
        let home = try Bedrock.home(.bedrock)
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
