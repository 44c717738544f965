import FoundationEssentials
import Glibc
import TestSupport
import Testing
import Text

@Suite("Creating and editing records", .childProcesses)
struct RecordTests {
    @Test func `A record can be created, shown, and edited`() throws {
        let home = try SeededHome.home()
        let made = try home.almanac(
            "new", "person", "given=Leia", "family=Organa", "email.work=leia@alderaan.example",
            "phone.home=+1-555-0100",
            "birthday=--05-04", "--json")
        #expect(made.status == 0)
        #expect(try made.json["birthday"]?.string == "--05-04")
        let edited = try home.almanac("edit", "persons/1", "title=Senator", "phone+=+1-555-0199", "email=", "--json")
        #expect(edited.status == 0)
        let leia = try home.almanac("show", "persons/1", "--json").json
        #expect(try edited.json == leia)
        #expect(leia["title"]?.string == "Senator")
        #expect(leia["phones"]?.array?.compactMap { $0["value"]?.string } == ["+1-555-0100", "+1-555-0199"])
        #expect(leia["emails"] == .array([]))
        #expect(leia["version"]?.integer == 2)
        try home.almanac("edit", "persons/1", "phone-=+1-555-0100")
        #expect(try home.almanac("show", "persons/1", "--json").json["phones"]?.array?.count == 1)
    }

    @Test func `Records of every kind can be created`() throws {
        let home = try SeededHome.home()
        #expect(try home.almanac("new", "group", "name=Rebels", "--json").json["id"]?.string == "groups/1")
        let note = try home.almanac("new", "note", "topic=Plans", "text=Bring them back.", "--json").json
        #expect(note["text"]?.string == "Bring them back.")
        let planet = try home.almanac(
            "new", "planet", "name=Hoth", "type=fictional", "massKg=5e24", "field.climate=frozen", "--json"
        ).json
        #expect(planet["massKg"]?.number == 5e24)
        #expect(planet["customFields"]?.array?.first?["value"]?.string == "frozen")
        let person = try home.almanac("new", "person", "given=Luke", "planet=hoth", "--json").json
        #expect(person["planet"]?["name"]?.string == "Hoth")
        #expect(try home.almanac("show", "planets/hoth", "--json").json["residents"]?.names == ["Luke"])
        try home.almanac("edit", "planets/hoth", "parent=Hoth’s star")
        let sibling = try home.almanac("new", "planet", "name=Other", "parent=Hoth’s star", "--json").json
        let address = try #require(sibling["id"]?.string)
        #expect(try home.almanac("show", address, "--json").json["siblings"]?.names == ["Hoth"])
    }

    @Test(arguments: [
        ["new", "person", "given=Leia", "birthday=yesterday"], ["new", "person", "shoe=44"], ["new", "person"], ["new"],
        ["new", "robot", "name=R2"], ["new", "group", "name="],
        ["new", "planet", "name=X", "massKg=heavy"],
    ])
    func `new does not create a record if its arguments are invalid`(_ words: [String]) throws {
        let home = try SeededHome.home()
        let ending = try home.run(words)
        #expect(ending.status == 2)
        #expect(ending.output == "")
        #expect(ending.errors.contains("."))
        #expect(try home.almanac("history", "--json").rows.isEmpty)
    }

    @Test func `Several invalid values are reported together`() throws {
        let words = ["new", "person", "given=Leia", "birthday=yesterday", "anniversary=soon"]
        let errors = try SeededHome.home().run(words).errors
        #expect(errors.contains("yesterday") && errors.contains("soon"))
    }

    @Test func `A unique name can be used instead of an ID`() throws {
        let home = try SeededHome.home()
        let leia = "new person given=Leia family=Organa\n"
        let luke = "new person given=Luke\n"
        try home.almanac(input: leia + luke + luke + "new group name=Rebels\n")
        #expect(try home.almanac("show", "leia organa", "--json").json["id"]?.string == "persons/1")
        #expect(try home.almanac("show", "persons/leia organa").status == 0)
        #expect(try home.almanac("edit", "Leia Organa", "nickname=Lelila").status == 0)
        let both = try home.almanac("show", "luke")
        #expect(both.status == 3)
        #expect(both.errors.contains("persons/2 Luke, persons/3 Luke"))
        #expect(try home.almanac("show", "groups/luke").status == 3)
    }

    @Test func `Row numbers are not accepted outside a terminal`() throws {
        let home = try SeededHome.home()
        let ending = try home.almanac(input: "new person given=Leia\npersons\ndelete 1 --yes\n")
        #expect(ending.status == 3)
        #expect(try home.almanac("persons", "--json").rows.count == 1)
    }

    @Test func `Persons can be added to and removed from groups`() throws {
        let home = try SeededHome.home()
        try home.almanac(input: "new person given=Leia\nnew person given=Luke\nnew group name=Rebels\n")
        let joined = try home.almanac("add", "persons/2", "leia", "to", "rebels")
        #expect(joined.output == "Added 2 persons to Rebels (groups/1). Use “undo” to reverse this.\n")
        #expect(try home.almanac("show", "groups/1", "--json").json["members"]?.names == ["Luke", "Leia"])
        let again = try home.almanac("add", "persons/2", "to", "groups/1")
        #expect(again.output.contains("the record is already in Rebels (groups/1)"))
        #expect(try home.almanac("remove", "persons/2", "from", "groups/1").status == 0)
        #expect(try home.almanac("show", "persons/2", "--json").json["groups"] == .array([]))
        #expect(try home.almanac("add", "groups/1", "to", "groups/1").status == 2)
        #expect(try home.almanac("add", "persons/1", "groups/1").status == 2)
        #expect(try home.almanac("add", "persons/9", "to", "groups/1").status == 3)
    }

    @Test func `A note can be about a person, a group, or a planet`() throws {
        let home = try SeededHome.home()
        try home.almanac(input: "new person given=Leia\nnew group name=Rebels\nnew planet name=Hoth\n")
        for (number, address) in ["persons/1", "groups/1", "planets/hoth"].enumerated() {
            let note = try home.almanac(
                "note", address, "First line.\nSecond line.", "--topic", "Topic \(number)", "--json")
            #expect(note.status == 0)
            #expect(try note.json["topic"]?.string == "Topic \(number)")
            #expect(try note.json["text"]?.string == "First line.\nSecond line.")
            #expect(try home.almanac("show", address, "--json").json["notes"]?.names == ["Topic \(number)"])
        }
        #expect(try home.almanac("note", "persons/9", "t").status == 3)
        #expect(try home.almanac("note", "persons/1").status == 2)
    }

    @Test func `favorite and unfavorite name the record and the command that reverses them`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia")
        for (command, change, reverse) in [
            ("favorite", "(persons/1) is now a favorite", "unfavorite"),
            ("unfavorite", "(persons/1) is no longer a favorite", "favorite"),
        ] {
            let text = try home.almanac(command, "persons/1").output
            #expect(text.contains("Leia \(change)") && text.contains("“\(reverse) persons/1”"), "\(text)")
        }
    }

    @Test func `A photo can be added to a person and saved to a file`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia")
        let image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
        let path = try home.write(image, to: "face.png")
        #expect(try home.almanac("photo", "persons/1", path).status == 0)
        let copy = home.folder + "/copy.png"
        let saved = try home.almanac("photo", "persons/1", "--save", copy)
        #expect(saved.status == 0 && saved.output == "Wrote the photo of Leia to \(copy).\n")
        #expect(try home.bytes(of: copy) == image)
        try home.write(Array("other".utf8), to: "copy.png")
        #expect(try home.almanac("photo", "persons/1", "--save", copy).status == 1)
        #expect(try home.bytes(of: copy) == Array("other".utf8))
        #expect(try home.almanac("photo", "persons/1", "--save", copy, "--force").status == 0)
        #expect(try home.bytes(of: copy) == image)
        let link = home.folder + "/link.png"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "copy.png")
        try home.write(Array("other".utf8), to: "copy.png")
        #expect(try home.almanac("photo", "persons/1", "--save", link, "--force").status == 0)
        #expect(try home.bytes(of: copy) == image)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "copy.png")
        #expect(mkfifo(home.folder + "/pipe", 0o600) == 0)
        for path in [home.folder + "/pipe", home.folder] {
            #expect(try home.almanac("photo", "persons/1", "--save", path, "--force").status == 1)
        }
        #expect(try home.almanac("photo", "persons/1", home.write("no image", to: "text")).status == 1)
        #expect(try home.almanac("photo", "persons/1", "\(home.folder)/none").status == 1)
        #expect(try home.almanac("photo", "persons/1").status == 2)
        #expect(try home.almanac("check").status == 0)
    }
}
