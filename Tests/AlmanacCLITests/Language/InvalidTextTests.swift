import TestSupport
import Testing

@Suite("Paths that are not UTF-8", .childProcesses)
struct InvalidTextTests {
    @Test(
        .long("four commands for each variable"),
        arguments: [
            "ALMANAC_DATABASE", "HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
            "XDG_DATA_DIRS", "ALMANAC_EDITOR",
        ])
    func `A non-UTF-8 path in an environment variable is a usage error, and no file is created`(name: String) throws {
        let home = try Home()
        for command in Soak.sample(["persons", "new person given=Leia", "--version", "complete -- 'almanac sh'"], 2) {
            let ending = try home.shell(#"\#(name)=$'\#(home.folder)/caf\xe9' almanac \#(command)"#)
            #expect(ending.status == 2 && ending.outputBytes.isEmpty)
            let value = "\(home.folder)/caf�"
            #expect(
                ending.errors
                    == "The environment variable \(name) (“\(value)”) is not valid UTF-8. Use UTF-8 in paths.\n")
        }
        #expect(home.names(in: home.folder) == [])
    }

    @Test func `Other environment variables may contain any bytes`() throws {
        #expect(try Home().shell(#"LS_COLORS=$'caf\xe9' almanac --version"#).status == 0)
    }

    @Test(arguments: [
        #"--database $'caf\xe9.db' persons"#, #"--database=$'caf\xe9.db' new person given=Leia"#,
        #"import $'caf\xe9.vcf'"#, #"export --to $'caf\xe9.vcf'"#, #"backup $'caf\xe9.db'"#,
        #"restore $'caf\xe9.db' --yes"#, #"salvage $'caf\xe9.db' new.db"#, #"--file $'caf\xe9'"#,
    ])
    func `An argument that is not UTF-8 is a usage error, and no file is created`(words: String) throws {
        let home = try Home()
        let ending = try home.shell("cd; almanac \(words)")
        #expect(ending.status == 2 && ending.errors.contains("is not valid UTF-8."), "\(ending.errors)")
        #expect(home.names(in: home.folder) == [])
    }

    @Test func `Using a database in a folder whose path is not UTF-8 is a usage error`() throws {
        let home = try Home()
        let ending = try home.shell(
            """
            mkdir ~/$'caf\\xe9' && cd ~/$'caf\\xe9' && almanac --database a.db new person given=Leia
            status=$?; ls -A; exit $status
            """)
        #expect(ending.status == 2 && ending.output == "")
        #expect(ending.errors.hasPrefix("The path of the folder of a.db is not valid UTF-8."), "\(ending.errors)")
    }
}
