import TestSupport
import Testing

@Suite("Browsing at a terminal")
struct BrowsingTests {
    @Test("C35 A slash narrows the list one is in, further each time, and alone shows all of it again")
    func narrowing() throws {
        let sitting = try Sitting(Bedrock.home(), until: "almanac ›")
        try sitting.say("persons", until: "persons ›")
        try sitting.say("/twinkle", until: "persons /twinkle ›")
        #expect(sitting.answer.contains("Fred Flintstone") && !sitting.answer.contains("Barney Rubble"))
        try sitting.say("/nobody", until: "persons /twinkle nobody ›")
        #expect(sitting.answer.contains("Nothing here matches “twinkle nobody”"))
        try sitting.say("/", until: "Barney Rubble")
        #expect(sitting.quit() == 0)
    }

    @Test("C35 “related” jumps to the only one, or lists what there is by the numbers on the page")
    func related() throws {
        let sitting = try Sitting(Bedrock.home(), until: "almanac ›")
        try sitting.say("show persons/1", until: "persons › Fred Flintstone ›")
        #expect(sitting.answer.contains("Relations") && sitting.answer.contains("Barney Rubble"))
        try sitting.say("related groups", until: "Bowling team")
        try sitting.say("related notes", until: "notes › ")
        try sitting.say("related about", until: "persons › Fred Flintstone ›")
        try sitting.say("related nonsense", until: "It has: ")
        #expect(sitting.quit() == 0)
    }

    @Test("C35 What is told of another record has numbers that can be picked, and back leads where one came from")
    func relatedElsewhere() throws {
        let sitting = try Sitting(Bedrock.home(), until: "almanac ›")
        try sitting.say("planets", until: "\nplanets ›")
        try sitting.say("related persons/1", until: "\nplanets ›")
        #expect(sitting.answer.contains("1  Bowling team"), "\(sitting.answer)")
        try sitting.say("1", until: "groups › Bowling team ›")
        try sitting.say("back", until: "\nplanets ›")
        #expect(sitting.quit() == 0)
    }

    @Test("C35 Each list is turned back and narrowed", arguments: ["birthdays", "duplicates", "history", "trash"])
    func everyList(list: String) throws {
        let home = try Bedrock.home()
        try home.almanac(
            input: """
                new person given=Twin email=a@bedrock.example birthday=--03-04
                new person given=Twin email=a@bedrock.example birthday=--03-04
                new note topic=Twin text=x
                delete notes/twin --yes

                """, with: [:])
        let sitting = try Sitting(home, until: "almanac ›")
        try sitting.say(list, until: "\n\(list) ›")
        try sitting.say("previous", until: "This is the first page.")
        try sitting.say("/twin", until: "\(list) /twin ›")
        #expect(!sitting.answer.contains("Nothing here matches"), "\(sitting.answer)")
        try sitting.say("/nobody", until: "\(list) /twin nobody ›")
        #expect(sitting.answer.contains("Nothing here matches “twin nobody”"))
        try sitting.say("/", until: "\n\(list) ›")
        #expect(sitting.quit() == 0)
    }

    @Test("C11 At most so many rows: how many there are is said")
    func limited() throws {
        let home = try Bedrock.home()
        try home.almanac("edit", "persons/1", "title=Foreman")
        let sitting = try Sitting(home, until: "almanac ›")
        try sitting.say("persons --limit 3", until: "3 of 8")
        try sitting.say("find flintstone --limit 2", until: "2 of ")
        try sitting.say("history --limit 1", until: "1 row, more behind it")
        #expect(sitting.quit() == 0)
    }

    @Test("C35 The prompt says that these are the ungrouped, and “persons” leads from there to everybody")
    func ungrouped() throws {
        let sitting = try Sitting(Bedrock.home(), until: "almanac ›")
        try sitting.say("ungrouped", until: "ungrouped ›")
        try sitting.say("persons", until: "\npersons ›")
        #expect(sitting.answer.contains("Fred Flintstone"))
        #expect(sitting.quit() == 0)
    }
}
