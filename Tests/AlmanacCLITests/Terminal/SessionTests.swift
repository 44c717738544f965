import TestSupport
import Testing
import Text

@Suite("A session at a terminal")
struct SessionTests {
    @Test func somebodySignsUpEditsFredLeavesAndComesBack() throws {
        let home = try Planted.home("flintstones")
        let first = try Sitting(home, until: "Your name")
        try first.say("Leia", until: "Passphrase")
        try first.say("", until: "Given name: Leia")
        try first.say("", until: "Family name")
        try first.say("Organa", until: "Nickname")
        try first.say(":save", until: "enough")
        try first.say("enough", until: "almanac ›")
        try first.say("find fred", until: "“fred” ›")
        try first.say("1", until: "persons › Fred Flintstone ›")
        try first.say("edit phone.home=+1-555-0199", until: "+1-555-0199\n")
        try first.say("note Plans 'Bring them back.'", until: "notes › Plans ›")
        #expect(first.quit() == 0)

        let second = try Sitting(home, until: "notes › Plans ›")
        #expect(second.answer.contains("Bring them back."))
        #expect(second.answer.contains("About  Fred Flintstone"))
        #expect(second.quit() == 0)
        let fred = try home.almanac("show", "fred flintstone", "--json").json
        #expect(fred["phones"]?.array?.first?["value"]?.string == "+1-555-0199")
        #expect(fred["notes"]?.names.contains("Plans") == true)
        #expect(try home.almanac("show", "leia organa").status == 0)
        #expect(try home.almanac("-c", "favorites").status == 0)
    }

    @Test("C35 The prompt says where one is, and back, forward and home walk")
    func backForwardAndHomeWalk() throws {
        let home = try Bedrock.home()
        let sitting = try Sitting(home, until: "almanac ›")
        try sitting.say("persons", until: "persons ›")
        try sitting.say("2", until: "persons › Fred Flintstone ›")
        try sitting.say("back", until: "\npersons ›")
        try sitting.say("forward", until: "persons › Fred Flintstone ›")
        try sitting.say("home", until: "almanac ›")
        try sitting.say("persons", until: "persons › Fred Flintstone ›")
        try sitting.say("persons", until: "Barney Rubble")
        #expect(sitting.quit() == 0)
    }

    @Test func aRowIsPickedByTheNumberItHasOnScreen() throws {
        let home = try Bedrock.home()
        let sitting = try Sitting(home, until: "almanac ›")
        try sitting.say("persons --sort -name", until: "persons ›")
        let line = try #require(sitting.answer.split(separator: "\n").first { $0.contains("Betty Rubble") })
        let number = try #require(line.split(separator: " ").first)
        try sitting.say(String(number), until: "persons › Betty Rubble ›")
        try sitting.say("77", until: "There is no row 77 here.")
        try sitting.say("delete 99", until: "99")
        #expect(sitting.quit() == 0)
    }

    @Test("C35 The prompt tells what is not saved: a half-edited form, there after leaving and returning")
    func aHalfEditedFormIsThereAfterLeavingAndReturning() throws {
        let home = try Bedrock.home()
        let first = try Sitting(home, ["open", "persons/1/edit"], until: "Prefix:")
        try first.say("Sir", until: "Given name")
        first.terminal.type("\u{4}")
        #expect(first.terminal.wait { $0.screen.text.contains("persons › Fred Flintstone ›") })
        #expect(first.quit() == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["prefix"] == .null)

        let second = try Sitting(home, until: "persons › Fred Flintstone ›")
        try second.say("edit", until: "Given name")
        try second.say(":review", until: "edit * ›")
        #expect(second.answer.contains("Sir"))
        try second.say("save", until: "persons › Fred Flintstone ›")
        #expect(second.quit() == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["prefix"]?.string == "Sir")
    }

    @Test func aValueIsKeptByEnterWhereLinesCannotBeEdited() throws {
        let home = try Bedrock.home()
        let sitting = try Sitting(home, ["open", "persons/1/edit"], until: "Prefix:", with: ["TERM": "dumb"])
        try sitting.say("", until: "Given name: (Fred)")
        try sitting.say("", until: "Middle name:")
        try sitting.say("", until: "Family name: (Flintstone)")
        try sitting.say("Stone", until: "Suffix:")
        try sitting.say(":save", until: "persons › Fred Stone ›")
        #expect(sitting.quit() == 0)
    }

    @Test func theFormStaysOnScreenOverAKill() throws {
        let home = try Bedrock.home()
        let first = try Sitting(home, ["open", "persons/1"], until: "persons › Fred Flintstone ›")
        try first.say("edit", until: "Prefix:")
        try first.say("Sir", until: "Given name")
        first.terminal.send(9)
        #expect(first.terminal.finish() == 137)
        let second = try Sitting(home, until: "Given name")
        try second.say(":review", until: "edit * ›")
        #expect(second.answer.contains("Sir"))
        #expect(second.quit() == 0)
    }

    @Test func aDeletionIsAskedAboutAndNoDeletesNothing() throws {
        let home = try Bedrock.home()
        let sitting = try Sitting(home, until: "almanac ›")
        try sitting.say("delete 'betty rubble'", until: "no (n)\n?")
        try sitting.say("n", until: "almanac ›")
        try sitting.say("delete 'betty rubble'", until: "no (n)\n?")
        try sitting.press("\u{3}", until: "almanac ›")
        #expect(try home.almanac("show", "betty rubble").status == 0)
        try sitting.say("delete 'betty rubble'", until: "no (n)\n?")
        try sitting.say("y", until: "Deleted Betty Rubble")
        #expect(sitting.quit() == 0)
        #expect(try home.almanac("show", "betty rubble").status == 3)
    }

    @Test func aNameOfSeveralIsAskedAbout() throws {
        let home = try Bedrock.home()
        try home.almanac(input: "new person given=Luke\nnew person given=Luke nickname=Other\n")
        let sitting = try Sitting(home, until: "almanac ›")
        try sitting.say("show luke", until: "none of them")
        try sitting.say("2", until: "persons › Luke ›")
        #expect(sitting.answer.contains("Other"))
        #expect(sitting.quit() == 0)
    }

    @Test func whoHasAPassphraseIsAskedForItAndItIsNeverSeen() throws {
        let home = try Home()
        let first = try Sitting(home, until: "Your name")
        try first.say("Leia", until: "Passphrase")
        try first.say("open sesame", until: "Given name")
        try first.say(":cancel", until: "enough")
        try first.say("enough", until: "almanac ›")
        try first.say("notes", until: "notes ›")
        #expect(first.quit() == 0)
        #expect(!first.terminal.text.contains("sesame"))
        #expect(try home.almanac("favorites").status == 1)

        let second = try Sitting(home, until: "login ›")
        try second.say("1", until: "Passphrase")
        try second.say("close sesame", until: "Passphrase:")
        try second.say("open sesame", until: "notes ›")
        #expect(second.quit() == 0)
        let files = try home.shell("cd; grep -rl sesame . || true")
        #expect(files.output == "")
    }
}
