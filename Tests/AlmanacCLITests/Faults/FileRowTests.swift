import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Bad cases of files, each with its number in the list of what must not happen.
@Suite("What can become of files")
struct FileRowTests {
    @Test("F4 Nothing is written through a symbolic link")
    func links() throws {
        let home = try Self.homeWithPhoto()
        let victim = try home.write("precious", to: "victim")
        for (number, words) in [["photo", "persons/1", "--save"], ["backup"]].enumerated() {
            let link = "\(home.folder)/link\(number)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
            #expect(try home.run(words + [link]).status == 1)
            #expect(try home.bytes(of: victim) == Array("precious".utf8))
        }
        // A link to nowhere is no free name either.
        let dangling = home.folder + "/dangling"
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: home.folder + "/nowhere")
        #expect(try home.almanac("photo", "persons/1", "--save", dangling).status == 1)
        #expect(!home.exists(home.folder + "/nowhere"))
    }

    @Test("F8, F9 No editor is started whatever $EDITOR says, so none leaves a file behind")
    func editor() throws {
        let home = try Bedrock.home(.bedrock)
        let trace = home.folder + "/started"
        let variables = ["EDITOR": "touch \(trace); false", "VISUAL": "touch \(trace)"]
        for words in [
            ["edit", "persons/1"], ["edit", "persons/1", "nickname=F"], ["new", "note"], ["note", "persons/1"],
        ] {
            try home.run(words, with: variables)
        }
        let sitting = try Sitting(home, ["open", "persons/1/edit"], until: "Prefix:", with: variables)
        try sitting.say(":cancel", until: "persons › Fred Flintstone ›")
        #expect(sitting.quit() == 0)
        #expect(!home.exists(trace))
    }

    @Test("F10 Only a web address is opened")
    func strangeAddresses() throws {
        let home = try Home()
        let trace = home.folder + "/started"
        try home.almanac("new", "person", "given=Leia")
        for address in [
            "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "--help", "-x", "http", "https://a b",
            "https://a\nb", "https://" + String(repeating: "a", count: 5000), "ftp://a.example",
        ] {
            try home.almanac("edit", "persons/1", "url=\(address)")
            let ending = try home.almanac("web", "persons/1", with: ["BROWSER": "touch \(trace)"])
            #expect(ending.status != 0)
            #expect(!home.exists(trace))
        }
    }

    @Test("F10 A web address is shown before the browser has it, whole and with what a shell would obey")
    func webAddress() throws {
        let home = try Home()
        let address = "https://a.example/$(touch,x);`y`&z"
        try home.almanac("new", "person", "given=Leia", "url=\(address)")
        let ending = try home.almanac("web", "persons/1", with: ["BROWSER": "echo got"])
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains(address))
        #expect(ending.output == "got \(address)\n")
    }

    @Test("F11 Unknown settings are named, and a configuration of endless length is left alone")
    func configuration() throws {
        let home = try Home()
        try home.write("nonsense = 1\ncolor = never\n", to: ".config/almanac/config")
        let ending = try home.almanac("version")
        #expect(ending.status == 0)
        #expect(ending.errors.contains("nonsense"))
        try home.write([UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20), to: ".config/almanac/config")
        #expect(try home.almanac("version").status == 0)
        try home.write("color = $(touch \(home.folder)/started)\n", to: ".config/almanac/config")
        try home.almanac("version")
        #expect(!home.exists(home.folder + "/started"))
    }

    @Test("F12 A path means itself")
    func paths() throws {
        let home = try Bedrock.home(.bedrock)
        for name in ["a b*?.db", "~", "-", "$HOME", "[a].db", "'q\"", "-rf"] {
            let path = home.folder + "/" + name
            let ending = try home.almanac("backup", path)
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(home.exists(path))
            #expect(try home.almanac("--database", path, "persons").lines.count == 8)
        }
    }

    private static func homeWithPhoto() throws -> Home {
        let home = try Home()
        try home.almanac("new", "person", "given=Leia")
        let image = try home.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1], to: "face.png")
        try home.almanac("photo", "persons/1", image)
        return home
    }
}
