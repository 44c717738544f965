import SQLite
import Testing

struct SQLTokensTests {
    @Test(
        "Whitespace and comments in SQL are ignored",
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

    @Test(
        "SQL is split into tokens",
        arguments: [
            ("a -- b\n-c", ["a", "-", "c"]), ("a--", ["a"]), ("a - -b", ["a", "-", "-", "b"]),
            ("a/*/b*/c", ["a", "c"]),
            ("a/ *b", ["a", "/", "*", "b"]), ("'a''b'", ["'a'", "'b'"]),
            ("\"a b\".`c`.[d e]f", ["\"a b\"", ".", "`c`", ".", "[d e]", "f"]),
            ("''a", ["''", "a"]), ("'a", ["'a"]), ("x1_$é<=2", ["x1_$é", "<", "=", "2"]),
            ("a\u{B}b\u{C}c", ["a", "\u{B}", "b", "c"]),
            ("AZaz09:@[`{", ["AZaz09", ":", "@", "[`{"]),
        ])
    func tokens(sql: String, tokens: [String]) {
        #expect(SQLTokens(sql).bytes == Array(tokens.map { $0 + "\0" }.joined().utf8))
    }
}
