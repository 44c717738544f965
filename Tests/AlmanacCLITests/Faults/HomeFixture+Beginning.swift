import FoundationEssentials
import Interchange
import SQLite
import TestSupport

@testable import AlmanacStore

// The homes in which commands under fault injection start.
extension HomeFixture {
    private static let settled = Result { try HomeSnapshot(of: settle()) }
    private static let archive = Result {
        let home = try Home(as: settled.get())
        try home.almanac("export", "--as", "json", "--to", home.folder + "/everything.json")
        return try home.bytes(of: home.folder + "/everything.json")
    }
    private static let aged = Result { try HomeSnapshot(of: age()) }

    static func home(_ beginning: SweptCommand.Beginning) throws -> Home {
        switch beginning {
        case .nothing:
            let home = try Home()
            try home.write(archive.get(), to: "everything.json")
            return home
        case .bedrock: return try Home(as: settled.get())
        case .older: return try Home(as: aged.get())
        case .broken:
            let home = try Home(as: settled.get())
            try Connection(at: home.store, mode: .readWrite).execute("DROP INDEX person_by_name")
            return home
        case .conflict:
            let lines = ["remote add home ~/contacts --contents own", "sync", "edit 'Leia Organa' title=General"]
            let home = try home(.after(lines))
            try home.write(card(title: "Princess"), to: "contacts/leia.vcf")
            try home.almanac("sync")
            return home
        case .after(let lines):
            let home = try Home(as: settled.get())
            for line in lines { try home.almanac("-c", line.replacing("~", with: home.folder)) }
            return home
        }
    }

    private static func settle() throws -> Home {
        let home = try Home()
        try home.write(png(1), to: "old.png")
        try home.write(png(2), to: "new.png")
        try home.write(
            #"{"name":"family","title":"F","summary":"S","license":"L","source":"M"}"#, to: "family/set.json")
        try home.write("key,given,email.home\na,Anna,a@b.example\nb,Bela,\nc,Caro,\n", to: "family/persons.csv")
        try home.write("key,name,member\ng,Family,a\ng,,b\n", to: "family/groups.csv")
        try home.write(
            #"{"name":"friends","title":"F","summary":"S","license":"L","source":"M"}"#, to: "friends/set.json")
        try home.write("key,given\nd,Dora\n", to: "friends/persons.csv")
        try home.write(
            """
            BEGIN:VCARD
            VERSION:4.0
            UID:urn:uuid:6a1c8d1e-3b1f-4c9a-9d5e-0b2f8e7a1c01
            FN:Leia Organa
            EMAIL:leia@alderaan.example
            NOTE:Bring them back.
            CATEGORIES:Rebels
            PHOTO:data:image/png;base64,\(Data(png(3)).base64EncodedString())
            END:VCARD
            BEGIN:VCARD
            FN:Broken
            BEGIN:VCARD
            VERSION:4.0
            KIND:group
            FN:Council
            MEMBER:urn:uuid:6a1c8d1e-3b1f-4c9a-9d5e-0b2f8e7a1c01
            END:VCARD

            """, to: "rebels.vcf")
        try home.write(card(title: "Senator"), to: "contacts/leia.vcf")
        try home.write("name,type,aliases\nHoth,fictional,Ice\nBespin,fictional,\n", to: "planets.csv")
        try home.write(
            "From: Leia <leia@alderaan.example>\nTo: Fred Flintstone <fred@x.example>\n\nHelp.\n", to: "message.eml")
        let lines = [
            "seed flintstones", "signup Tester", "photo persons/1 \(home.folder)/old.png", "favorite persons/1",
            "new planet name=Bedrock type=fictional", "edit persons/1 planet=bedrock",
        ]
        for line in lines {
            let ending = try home.almanac("-c", line)
            guard ending.status == 0 else { throw ChildProcess.Failure(description: "\(line): \(ending.errors)") }
        }
        return home
    }

    private static func card(title: String) -> String {
        """
        BEGIN:VCARD
        VERSION:3.0
        UID:leia
        FN:Leia Organa
        N:Organa;Leia;;;
        TITLE:\(title)
        END:VCARD

        """
    }

    /// Returns the bytes of a PNG file with the given content.
    private static func png(_ number: UInt8) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: number, count: 9000)
    }

    private static func age() throws -> Home {
        let home = try Home()
        try home.write("", to: ".local/share/almanac/note")
        let connection = try Connection(at: home.store, mode: .createNew)
        let migrator = Migrator(
            migrations: Array(Migration.embedded.dropLast()), clock: .system)
        try migrator.apply(to: connection)
        try connection.execute(
            "INSERT INTO person (given, family) VALUES ('Fred', 'Flintstone'), ('Wilma', 'Flintstone')")
        return home
    }
}
