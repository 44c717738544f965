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
}
