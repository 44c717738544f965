import Model
import Testing

@testable import AlmanacStore

struct PassphraseHashTests {
    private func hash(_ text: String) throws -> PassphraseHash {
        try PassphraseHash(of: try #require(Passphrase(text)), cost: 1)
    }

    private func matches(_ hash: PassphraseHash, _ text: String) throws -> Bool {
        try hash.matches(try #require(Passphrase(text)))
    }

    @Test(
        "A hash matches its passphrase but not similar passphrases",
        arguments: ["a", "correct horse battery staple", "ключ", "a b\t🗝"])
    func law(text: String) throws {
        let hash = try hash(text)
        #expect(try matches(hash, text))
        #expect(try !matches(hash, text + " "))
        #expect(try !matches(hash, String(text.dropLast()) + "x"))
    }

    @Test("A1 A hash is a salted yescrypt hash and does not contain the passphrase")
    func salt() throws {
        let (first, second) = (try hash("tauntaun"), try hash("tauntaun"))
        #expect(first != second)
        #expect(first.rawValue.hasPrefix("$y$"))
        #expect(!first.rawValue.contains("tauntaun"))
    }

    @Test("A2 Passphrases with precomposed and decomposed é are equivalent")
    func normalForm() throws {
        #expect(try matches(try hash("caf\u{E9}"), "cafe\u{301}"))
    }

    @Test("A2 A passphrase of 511 bytes is hashed in full, and a passphrase of 512 bytes is rejected")
    func length() throws {
        let long = String(repeating: "é", count: 255) + "x"
        let hash = try hash(long)
        #expect(try matches(hash, long))
        #expect(try !matches(hash, String(long.dropLast()) + "y"))
        #expect(throws: AccountProblem.passphraseTooLong(limit: 511)) { try self.hash(long + "x") }
        #expect(throws: AccountProblem.passphraseTooLong(limit: 511)) { try matches(hash, long + "x") }
    }

    @Test("A2 A passphrase with a NUL is rejected, because crypt(3) would stop at the NUL")
    func nul() throws {
        #expect(throws: AccountProblem.passphraseHoldsNul) { try hash("a\0b") }
    }

    @Test("An invalid hash does not match a passphrase", arguments: ["", "*", "x", "$y$", "$nonsense$"])
    func nonsense(text: String) throws {
        #expect(try !matches(PassphraseHash(rawValue: text), "x"))
    }

    @Test("The descriptions and the dump of a passphrase do not contain its text")
    func secrecy() throws {
        let passphrase = try #require(Passphrase("tauntaun"))
        var dumped = ""
        dump(passphrase, to: &dumped)
        for text in ["\(passphrase)", String(reflecting: passphrase), dumped] {
            #expect(!text.contains("tauntaun"))
        }
    }
}
