import Model
import Testing

@testable import Navigation

struct PathTests {
    @Test(arguments: [
        "home", "favorites", "settings", "settings/account", "login", "login/signup", "login/signup/card",
        "login/forgotten", "login/3",
        "persons", "persons/7", "persons/7/edit", "persons/new", "persons?by=-birthday&all&limit=5&after=7",
        "persons?by=-name&before=9",
        "groups/of", "groups/of?by=given", "groups/of/7", "groups/of?all/7", "groups/of/7?by=-created&after=2",
        "groups/3/edit",
        "planets?by=mass", "planets/12/edit", "notes/new-person-7", "notes/new-planet-1", "notes?by=topic",
        "found", "found?leia%20organa", "found?a%40b&after=person-50", "found?a&limit=3",
        "found?a&limit=3&before=note-3",
        "found?%2F%3F%25", "history", "history?after=12", "history?limit=5&before=12", "history/12",
        "history/12?after=note-3",
        "favorites?by=name&kind=person&text=leia&limit=5&after=group-3", "favorites?kind=note",
        "history?text=edit&limit=5", "trash?text=leia", "birthdays?within=30&text=leia&limit=5&after=anniversary-7",
        "birthdays?within=30&of=group-3&limit=5",
        "duplicates?text=leia&limit=5&before=mail%3Aleia%40alderaan.example", "duplicates/1-2",
        "history/person-7", "history/planet-3?after=9", "history/12?before=person-3", "trash",
        "trash?limit=2&after=person-4", "persons?limit=1",
        "persons?all&ungrouped&of=planet-3&text=leia&limit=5&before=9",
        "persons?columns=name&limit=1&after=7", "groups?of=planet-3", "planets?of=group-3", "notes?of=person-3",
        "favorites?limit=1", "birthdays?within=0", "birthdays?of=group-1&after=birthday-7",
        "history?since=2026-11-20T18%3A00%3A00.000Z",
        "notes/new-group-2",
    ])
    func `Valid paths round-trip through text`(address: String) throws {
        #expect(try #require(Path(address)).description == address)
    }

    @Test(arguments: [
        "", "/", "nowhere", "home/7", "home?x", "persons/0", "persons/-1", "persons/x", "persons/7/edit/edit",
        "persons/7/",
        "persons?by=mass", "persons?limit=0", "persons?after=x", "persons?sideways", "personsx", "persons?all=1",
        "groups/of/7/edit", "login/signup/now", "login/0", "settings/else", "notes/new-star-1", "notes/new-person-0",
        "notes/new-note-1", "found?a&limit=0", "found?a&b", "history?after=0", "found?a&after=50", "history?sideways=3",
        "history?limit=x", "history/0",
        "history/x", "history/person-0", "history?text=", "duplicates?after=", "birthdays?after=person-7",
        "history/star-1", "history/12?after=x", "history/12/1", "history/person-7/12", "trash/1", "trash?after=x",
        "history?", "favorites?by=kind", "favorites?kind=star", "favorites/1", "persons?by=-", "persons?text=",
        "persons?where=given%20%3D", "persons?columns=sideways", "persons?of=person-3", "persons?of=group-0",
        "groups?ungrouped", "groups?of=group-3", "planets?of=person-3", "notes?of=note-3", "persons?sideways=7",
        "persons?after=7&sideways", "birthdays?of=person-3", "birthdays?within=-1", "birthdays?within=x",
        "birthdays?after=birthday-0", "birthdays?after=wedding-7", "birthdays?after=birthday-7-8",
        "birthdays?sideways=3",
        "history?since=x", "history?limit=0", "trash?after=person-4-5", "trash?after=star-4", "favorites?sideways=3",
        "duplicates/1-1-2", "duplicates/1",
    ])
    func `Invalid paths are rejected`(text: String) {
        #expect(Path(text) == nil)
    }

    @Test func `Search text with special characters round-trips through a path`() {
        for text in ["ёжик", "a@5", "a&limit=3", "100%", "%41", "a/b?c&d", "\u{1B}[31m", " ", "@"] {
            let person = RecordID(kind: .person, number: 7)
            for start in [PageCursor.beginning, .after(person), .before(person)] {
                let route = Route.found(Query(text, at: start))
                #expect(Path(Path(route).description)?.top == route)
            }
        }
    }
}
