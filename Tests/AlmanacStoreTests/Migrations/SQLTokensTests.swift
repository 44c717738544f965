import Testing

@testable import AlmanacStore

struct SQLTokensTests {
    @Test(
        "White space and comments do not count",
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
        "Everything else does",
        arguments: [
            "CREATE TABLE a (b TEXT)", "CREATE TABLE a (b TEXT NOT NULL);", "CREATE TABLE a (bTEXT);",
            "CREATE TABLE 'a' (b TEXT);", "create table a (b TEXT);", "CREATE TABLE á (b TEXT);",
        ])
    func different(sql: String) {
        #expect(SQLTokens(sql) != SQLTokens("CREATE TABLE a (b TEXT);"))
    }

    @Test(
        "Quoted text counts to the byte, and holds no comments",
        arguments: [
            ("SELECT 'a  b'", "SELECT 'a b'"), ("SELECT '--a'", "SELECT '--b'"), ("SELECT 'it''s'", "SELECT 'it'"),
            ("SELECT \"a b\"", "SELECT \"ab\""), ("SELECT [a b]", "SELECT [a  b]"), ("SELECT `a'`", "SELECT `a`"),
            ("SELECT '/*' , '*/'", "SELECT '/*  , */'"), ("SELECT 'open", "SELECT 'open  "),
        ])
    func quoted(left: String, right: String) {
        #expect(SQLTokens(left) != SQLTokens(right))
    }

    @Test("The checksum of a migration is pinned: a change of the algorithm would lock every store")
    func pinned() {
        let migration = Migration(version: 1, name: "a", sql: "CREATE TABLE a (b TEXT); -- b is for bytes")
        #expect(migration.checksum == SHA256.hex(of: Array("CREATE\0TABLE\0a\0(\0b\0TEXT\0)\0;\0".utf8)))
    }

    @Test("The migrations in the program are numbered from 1 without a gap")
    func numbered() {
        #expect(!Migration.embedded.isEmpty)
        #expect(Migration.embedded.map(\.version) == Array(1...Migration.embedded.count))
    }
}
