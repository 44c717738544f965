import Model
import Testing

@testable import Interchange

struct ContactUpdateTests {
    private func card(_ lines: [String]) -> VCard {
        let all = ["BEGIN:VCARD", "VERSION:4.0", "FN:Leia"] + lines + ["END:VCARD"]
        return VCard(lines: all.map { CardText.bytes(of: $0) })
    }

    @Test(arguments: [(["TEL:1"], "Alderaan"), (["TEL:1", "X-ALMANAC-PLANET:Hoth"], "Hoth")])
    func `A newer card without the home planet does not remove it`(lines: [String], planet: String) {
        let former = card(["X-ALMANAC-PLANET:Alderaan"])
        let update = ContactUpdate(of: former.contents, by: card(lines).contents, since: [former])
        #expect(update.before.planet == "Alderaan" && update.after.planet == planet)
        #expect(update.after.person.phones == [Labeled("", "1")])
    }
}
