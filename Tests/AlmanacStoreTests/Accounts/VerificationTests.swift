import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// The verification of passphrases and the delays after failed attempts.
struct VerificationTests {
    let folder: TemporaryFolder
    let clock = TestClock()
    let accounts: AccountStore
    let leia: Account
    let right = Passphrase("tauntaun")
    let wrong = Passphrase("wampa")

    init() async throws {
        folder = try TemporaryFolder()
        let store = try await folder.newStore()
        accounts = AccountStore(database: store.database, clock: clock.store, cost: 1)
        leia = try await accounts.add(name: "Leia", passphrase: right)
    }

    private func fail(times: Int = 1) async {
        for _ in 0..<times {
            await #expect(throws: AccountProblem.wrongPassphrase(name: "Leia")) {
                try await accounts.verify(wrong, of: leia.id)
            }
        }
    }

    @Test("The correct passphrase is accepted, and a wrong or missing passphrase is rejected")
    func verifying() async throws {
        try await accounts.verify(right, of: leia.id)
        await fail()
        await #expect(throws: AccountProblem.wrongPassphrase(name: "Leia")) {
            try await accounts.verify(nil, of: leia.id)
        }
        #expect(clock.removeSleeps().isEmpty)
    }

    @Test("A3 Each failure doubles the delay before the next attempt, up to one minute")
    func delays() async throws {
        await fail(times: 9)
        #expect(clock.removeSleeps() == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test("A successful attempt resets the delay")
    func reset() async throws {
        await fail(times: 3)
        try await accounts.verify(right, of: leia.id)
        _ = clock.removeSleeps()
        try await accounts.verify(right, of: leia.id)
        #expect(clock.removeSleeps().isEmpty)
    }

    @Test("Elapsed time counts toward the delay")
    func failureLimit() async throws {
        await fail(times: 3)
        clock.advance(by: .seconds(3))
        _ = clock.removeSleeps()
        try await accounts.verify(right, of: leia.id)
        #expect(clock.removeSleeps() == [.seconds(1)])
    }

    @Test("An attempt that is cancelled during the verification is not a wrong passphrase")
    func cancellation() async throws {
        await fail()
        let cancelling = StoreClock(milliseconds: clock.store.milliseconds) { _ in
            withUnsafeCurrentTask { $0?.cancel() }
        }
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        let other = AccountStore(database: store.database, clock: cancelling, cost: 1)
        let attempt = Task { try await other.verify(wrong, of: leia.id) }
        await #expect(throws: CancellationError.self) { try await attempt.value }
    }

    @Test("Failed attempts are stored in the database")
    func restart() async throws {
        await fail(times: 4)
        _ = clock.removeSleeps()
        let again = try await Store.open(at: folder.location, mode: .readWrite)
        let other = AccountStore(database: again.database, clock: clock.store, cost: 1)
        try await other.verify(right, of: leia.id)
        #expect(clock.removeSleeps() == [.seconds(8)])
    }

    @Test("D22 A clock set back by a year delays an attempt by at most a minute")
    func clockSetBack() async throws {
        await fail()
        clock.advance(by: .seconds(-365 * 86_400))
        try await accounts.verify(right, of: leia.id)
        #expect(clock.removeSleeps() == [.seconds(60)])
    }

    @Test("An account without a passphrase accepts an attempt with or without a passphrase")
    func open() async throws {
        let guest = try await accounts.add(name: "Han", passphrase: nil)
        try await accounts.verify(nil, of: guest.id)
        try await accounts.verify(wrong, of: guest.id)
    }

    @Test("A new passphrase replaces the old one and resets the delay, and a removed passphrase is not required")
    func changing() async throws {
        await fail(times: 2)
        _ = clock.removeSleeps()
        try await accounts.setPassphrase(wrong, of: leia.id, in: .test)
        try await accounts.verify(wrong, of: leia.id)
        #expect(clock.removeSleeps().isEmpty)
        await #expect(throws: AccountProblem.wrongPassphrase(name: "Leia")) {
            try await accounts.verify(right, of: leia.id)
        }
        try await accounts.setPassphrase(nil, of: leia.id, in: .test)
        try await accounts.verify(nil, of: leia.id)
        #expect(try await accounts.account(leia.id)?.hasPassphrase == false)
    }

    @Test("Verifying or setting the passphrase of a missing account is an error")
    func missing() async throws {
        let nobody = Account.ID(rawValue: 99)
        await #expect(throws: AccountProblem.notFound(name: "#99", known: ["Leia"])) {
            try await accounts.verify(right, of: nobody)
        }
        await #expect(throws: AccountProblem.notFound(name: "#99", known: ["Leia"])) {
            try await accounts.setPassphrase(right, of: nobody, in: .test)
        }
    }
}
