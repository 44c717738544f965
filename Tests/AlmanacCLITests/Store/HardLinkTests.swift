import Glibc
import TestSupport
import Testing

@Suite("Databases with several names", .childProcesses)
struct HardLinkTests {
    @Test(arguments: [
        "persons", "new person given=Leia", "check", "check --fix", "backup ~/copy.db", "salvage OTHER ~/copy.db",
        "restore OTHER --yes", "migrate",
    ])
    func `A database with several hard links is neither read nor changed`(command: String) throws {
        let home = try SeededHome.home("flintstones")
        let other = home.folder + "/other.db"
        try #require(link(home.store, other) == 0)
        let before = try home.bytes(of: other)
        let ending = try home.shell("almanac " + command.replacing("OTHER", with: other))
        #expect(ending.status == 1)
        #expect(ending.errors.contains("has several names (hard links)."), "\(ending.errors)")
        #expect(try home.bytes(of: other) == before)
        #expect(!home.exists(home.folder + "/copy.db") && !home.exists(home.store + "-wal"))
        unlink(other)
        #expect(try home.almanac("persons").status == 0)
    }

    @Test func `A database below a symbolic link to a folder is used, and photos may have hard links`() throws {
        let home = try HomeFixture.home(.bedrock)
        try #require(try home.shell("ln -s .local ~/link").status == 0)
        let database = ["ALMANAC_DATABASE": home.folder + "/link/share/almanac/almanac.db"]
        #expect(try home.almanac("persons", with: database).status == 0)
        for _ in 1...2 { #expect(try home.almanac("import", home.folder + "/rebels.vcf").status != 1) }
        #expect(try home.almanac("check").status == 0)
    }
}
