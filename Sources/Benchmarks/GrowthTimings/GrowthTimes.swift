import Glibc
import TestSupport

/// The times of commands with databases of increasing sizes, each twice as large as the previous one.
enum GrowthTimes {
    /// Returns a table of the times of the built program and of other programs, such as an earlier version.
    /// - Parameter scale: The factor by which all sizes are multiplied.
    static func table(besides others: [String], scale: Double) throws -> String {
        let programs = [ProgramHome.almanac] + others
        let rows = try GrowthSubject.allCases.flatMap { subject in
            let sizes = subject.sizes.map { Int(Double($0) * scale) }
            let series = try programs.map { program in
                try sizes.map { try times(of: subject.commands, in: subject.home(of: $0, for: program)) }
            }
            return subject.commands.indices.flatMap { command in
                programs.indices.map { program in
                    row(
                        subject.commands[command].name + (program == 0 ? "" : ", \(programs[program])"), sizes,
                        series[program].map { $0[command] })
                }
            }
        }
        return """
            | command | sizes | times in s | exponent |
            | --- | --- | --- | ---: |

            """ + rows.joined(separator: "\n")
    }

    /// Returns the times in seconds, with `nil` for each command that failed.
    private static func times(of commands: [GrowthCommand], in home: CommandHome) throws -> [Double?] {
        try commands.map { command in
            for words in command.preparation { _ = try home.run(words) }
            return try home.run(command.words)
        }
    }

    private static func row(_ name: String, _ sizes: [Int], _ times: [Double?]) -> String {
        let all = times.compactMap { $0 }
        var exponent = "–"
        if all.count == sizes.count, let first = all.first, let last = all.last {
            exponent = rounded(log2(last / first) / Double(sizes.count - 1))
        }
        let words = times.map { $0.map(rounded) ?? "failed" }
        return "| \(name) | \(sizes.map(\.description).joined(separator: ", ")) | "
            + "\(words.joined(separator: ", ")) | \(exponent) |"
    }

    private static func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
