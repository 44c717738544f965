import FileIO
import FoundationEssentials
import Testing

@testable import AlmanacStore

struct SQLTokensTests {
    @Test(
        "White space and comments in SQL are ignored",
        arguments: [
            "CREATE TABLE a(b TEXT);",
            "  CREATE\n\tTABLE a ( b TEXT ) ;\r\n",
            "-- about a\nCREATE TABLE a /* the table */ (b TEXT);-- end",
            "/* -- ' */CREATE TABLE a(b--'\n TEXT);/* unfinished",
        ])
    func same(sql: String) {
        #expect(SQLTokens(sql) == SQLTokens("CREATE TABLE a (b TEXT);"))
    }

    @Test(
        "Differences between SQL tokens are significant",
        arguments: [
            "CREATE TABLE a (b TEXT)", "CREATE TABLE a (b TEXT NOT NULL);", "CREATE TABLE a (bTEXT);",
            "CREATE TABLE 'a' (b TEXT);", "create table a (b TEXT);", "CREATE TABLE á (b TEXT);",
        ])
    func different(sql: String) {
        #expect(SQLTokens(sql) != SQLTokens("CREATE TABLE a (b TEXT);"))
    }

    @Test(
        "Quoted text is compared byte by byte, including comment markers",
        arguments: [
            ("SELECT 'a  b'", "SELECT 'a b'"), ("SELECT '--a'", "SELECT '--b'"), ("SELECT 'it''s'", "SELECT 'it'"),
            ("SELECT \"a b\"", "SELECT \"ab\""), ("SELECT [a b]", "SELECT [a  b]"), ("SELECT `a'`", "SELECT `a`"),
            ("SELECT '/*' , '*/'", "SELECT '/*  , */'"), ("SELECT 'open", "SELECT 'open  "),
        ])
    func quoted(left: String, right: String) {
        #expect(SQLTokens(left) != SQLTokens(right))
    }

    @Test("The checksum of a migration is the SHA-256 hash of its SQL tokens, each followed by a NUL")
    func pinned() {
        let migration = Migration(version: 1, name: "a", sql: "CREATE TABLE a (b TEXT); -- b is for bytes")
        #expect(migration.checksum == SHA256.hex(of: Array("CREATE\0TABLE\0a\0(\0b\0TEXT\0)\0;\0".utf8)))
    }

    @Test("Each embedded migration matches its pinned checksum, so released migrations cannot be edited")
    func pinnedInAFile() throws {
        let path = #filePath.split(separator: "/Tests/")[0] + "/Migrations/checksums"
        let lines = try String(contentsOf: URL(filePath: String(path)), encoding: .utf8).split(separator: "\n").filter {
            $0.hasSuffix(".sql")
        }
        let scripts = EmbeddedFile.all.filter { $0.path.contains(/^Migrations\/\d.*\.sql$/) }
        let made = scripts.map { script in
            "\(Migration.checksum(of: script.text)) \(script.path.dropFirst("Migrations/".count))"
        }
        #expect(
            lines.map(String.init) == made,
            "A new migration is pinned by the line above; an old one is never edited.")
        #expect(Migration.embedded.map(\.checksum) == lines.map { String($0.prefix(64)) })
        #expect(Migration.embedded.allSatisfy { $0.checksum == Migration.checksum(of: $0.sql) })
    }

    @Test("Current migrations are numbered from 17 without gaps, and superseded migrations from 1 to 21")
    func numbered() {
        #expect(Migration.embedded.count >= 5)
        #expect(Migration.embedded.map(\.version) == (0..<Migration.embedded.count).map { 17 + $0 })
        #expect(Migration.superseded.map(\.version) == Array(1...21))
    }
}
