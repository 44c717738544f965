import TestSupport
import Testing

/// Disk faults during an interactive session. `ALMANAC_SOAK=N` injects N faults.
@Suite("Fault injection: sessions", .childProcesses, .long("random faults in sessions"))
struct SessionFaultTests {
    @Test func `A session survives disk faults, and its messages match the stored state`() throws {
        let home = try HomeFixture.home(.bedrock)
        let plan = try FaultPlan(for: home)
        try plan.set(nil)
        let session = try TerminalSession(home, until: "almanac ›", with: plan.environment)
        try session.enter("edit persons/1 nickname=N", until: "persons › Fred Flintstone ›")
        try plan.set(nil)
        try edit("before", session)
        let faults = Fault.all(among: plan.calls.map(\.call)).filter { $0.kind != .kill }
        #expect(faults.count > 100)

        var chance = SeededGenerator(seed: 5)
        for (number, fault) in faults.shuffled(using: &chance).prefix(try Soak.times(atLeast: 5, byDefault: 2))
            .enumerated()
        {
            let old = try nickname(in: home)
            try plan.set(fault)
            try edit("N\(number)", session)
            try plan.set(nil)
            let new = try nickname(in: home)
            let answer = session.output.split(separator: "\n").joined(separator: " ")
            if answer.contains("may not have been saved") {
                #expect([old, "N\(number)"].contains(new), "\(fault): \(answer)")
            } else {
                let hasFailed = Self.refusals.contains { answer.lowercased().contains($0) }
                #expect(new == (hasFailed ? old : "N\(number)"), "\(fault): \(answer)")
            }
        }
        try edit("Alive", session)
        try session.press("\u{15}", until: "›")
        #expect(session.quit() == 0)
        #expect(try nickname(in: home) == "Alive")
        #expect(try home.almanac("check").status == 0)
    }

    @Test(arguments: Soak.sample([Fault.Kind.readOnly, .full, .failing, .forbidden], 2))
    func `After a fault ends, the first edit succeeds`(_ kind: Fault.Kind) throws {
        let home = try Home(copying: HomeFixture.home(.bedrock))
        let plan = try FaultPlan(for: home)
        let session = try TerminalSession(home, until: "almanac ›", with: plan.environment)
        try session.enter("edit persons/1 nickname=N", until: "persons › Fred Flintstone ›")
        for number in 1...min(8, try Soak.times(atLeast: 2, byDefault: 1)) {
            try plan.set(Fault(call: .any, first: number, lasts: true, kind: kind))
            try edit("Lost\(number)", session)
            try plan.set(nil)
            try edit("Kept\(number)", session)
            #expect(try nickname(in: home) == "Kept\(number)", "\(number): \(session.output)")
        }
        try session.press("\u{15}", until: "›")
        #expect(session.quit() == 0)
    }

    /// Replaces the line with an edit, types ahead, and waits for the next prompt, which shows the text typed ahead.
    private func edit(_ nickname: String, _ session: TerminalSession) throws {
        try session.press("\u{15}edit persons/1 nickname=\(nickname)\rahead", until: "› ahead")
    }

    private static let refusals = ["othing was changed", "annot ", "read-only", "not saved"]

    private func nickname(in home: Home) throws -> String? {
        try home.almanac("show", "persons/1", "--json").json["nickname"]?.string
    }
}
