import TestSupport
import Testing

@Suite("History at a terminal")
struct HistorySessionTests {
    @Test func undoShowsThePlaceAnewAndLeavesWhatIsGone() throws {
        let sitting = try Sitting(try Bedrock.home(), until: "almanac ›")
        try sitting.say("show 'fred flintstone'", until: "persons › Fred Flintstone ›")
        try sitting.say("edit title=Boss", until: "Title         Boss")
        try sitting.say("undo --yes", until: "Title         Dino-crane operator")
        #expect(sitting.answer.contains("Undid step 2 (edit persons/1 title=Boss)"))
        try sitting.say("persons", until: "persons ›")
        try sitting.say("new person given=Dino", until: "persons › Dino ›")
        try sitting.say("undo --yes", until: "Barney Rubble")
        #expect(sitting.quit() == 0)
    }

    @Test func numbersInTheTrashRestoreAndNumbersInTheHistoryAreSteps() throws {
        let sitting = try Sitting(try Bedrock.home(), until: "almanac ›")
        try sitting.say("delete 'betty rubble' --yes", until: "brings it back")
        try sitting.say("trash", until: "trash ›")
        #expect(sitting.answer.contains("Betty Rubble"))
        try sitting.say("restore 1", until: "The trash is empty.")
        try sitting.say("history", until: "history ›")
        try sitting.say("2", until: "history › step 2 ›")
        #expect(sitting.answer.contains("Step 2: delete 'betty rubble' --yes") && sitting.answer.contains("Betty"))
        #expect(sitting.quit() == 0)
    }

    @Test func stepsAndDeletedRecordsAreCompleted() throws {
        let sitting = try Sitting(try Bedrock.home(), until: "almanac ›")
        try sitting.say("delete 'betty rubble' --yes", until: "brings it back")
        try sitting.press("restore bet\t", until: "restore persons/5")
        try sitting.press("\u{3}undo 2\t--s\t", until: "undo 2 --show")
        try sitting.press("\u{3}", until: "almanac ›")
        #expect(sitting.quit() == 0)
    }

    @Test func manyRecordsAreAskedAbout() throws {
        let sitting = try Sitting(try Bedrock.home(), until: "almanac ›")
        try sitting.say("undo", until: "no (n)\n?")
        #expect(sitting.answer.contains("seed flintstones") && sitting.answer.contains("21 records"))
        try sitting.say("y", until: "Undid step 1 (seed flintstones)")
        #expect(sitting.quit() == 0)
    }
}
