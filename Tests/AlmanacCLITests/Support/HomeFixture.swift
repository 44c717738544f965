import TestSupport

/// The home of most session tests, with the Flintstones and a signed-in account.
enum HomeFixture {
    private static let signedUp = Result { try HomeSnapshot(of: signUp()) }

    static func home() throws -> Home { try Home(as: signedUp.get()) }

    private static func signUp() throws -> Home {
        let home = try SeededHome.home("flintstones")
        let ending = try home.almanac("signup", "Tester")
        guard ending.status == 0 else { throw ChildProcess.Failure(description: "signup: \(ending.errors)") }
        return home
    }
}
