import TestSupport
import Testing

/// Commands whose output cannot be written.
@Suite("Lost output", .childProcesses)
struct LostOutputTests {
    private static let fault = "Cannot write to standard output: no space left. The output is incomplete."

    @Test(arguments: [
        ("new person given=Leia", " The change was saved."), ("import ~/rebels.vcf", " The change was saved."),
        ("edit persons/1 nickname=F", " The change was saved."), ("delete persons/2 --yes", " The change was saved."),
        ("restore ~/backup.db --yes", " The command was completed."),
        ("new person given=Leia --dry-run", ""), ("persons", ""), ("show persons/1", ""), ("export", ""),
        ("-c 'new person given=Leia'", " The change was saved."),
    ])
    func `An error states whether the change was saved`(command: String, outcome: String) throws {
        let home = try HomeFixture.home(.bedrock)
        if command.contains("backup.db") {
            try #require(try home.almanac("backup", home.folder + "/backup.db").status == 0)
        }
        let ending = try home.shell("almanac \(command) > /dev/full")
        #expect(ending.status == 1)
        #expect(ending.errors.contains(Self.fault + outcome + "\n"), "\(ending.errors)")
    }

    @Test func `Lost output is reported separately for each command in a script`() throws {
        let home = try HomeFixture.home(.bedrock)
        let ending = try home.shell("almanac --keep-going -c 'new person given=Leia' -c persons > /dev/full")
        #expect(ending.status == 1)
        #expect(ending.errors.split(separator: "The change was saved.").count == 2, "\(ending.errors)")
        #expect(ending.errors.hasSuffix("persons\n\(Self.fault)\n"), "\(ending.errors)")
        #expect(try home.almanac("find", "leia").output.contains("Leia"))
    }
}
