import Almanac
import Localization
import Model
import Terminal

/// The program `qrencode`, which converts text to a QR code.
struct QREncoder {
    /// The maximum number of bytes in a QR code.
    private static let limit = 2953
    private static let command = ["qrencode", "--type=ASCII", "--margin=0", "--level=L"]

    /// Returns the rows of the QR code for the given text. Dark modules are `true`.
    func modules(of text: String) throws -> [[Bool]] {
        guard text.utf8.count <= Self.limit else { throw QREncoderProblem.tooLong(text.utf8.count, limit: Self.limit) }
        let output: ProgramOutput
        do throws(Program.LaunchError) {
            // The text is not passed as an argument, because other users can see the arguments of a process.
            output = try Program(Self.command, environment: [:]).output(of: Array(text.utf8), limit: 1 << 20)
        } catch {
            throw QREncoderProblem(
                explanation: ErrorReport(
                    .failed, "Cannot start “qrencode” to make a QR code.", why: error.reason,
                    next: "Install qrencode, or use “share NAME --to FILE”."))
        }
        // Each module is printed as two characters.
        let rows = output.bytes.split(separator: UInt8(ascii: "\n")).map { line in
            stride(from: line.startIndex, to: line.endIndex, by: 2).map { line[$0] == UInt8(ascii: "#") }
        }
        guard output.status == 0, !rows.isEmpty, rows.allSatisfy({ $0.count == rows.count }) else {
            throw QREncoderProblem(
                explanation: ErrorReport(
                    .failed, "Cannot make a QR code: “qrencode” exited with status \(Int(output.status)).",
                    next: "Use “share NAME --to FILE” instead."))
        }
        return rows
    }
}

struct QREncoderProblem: UserFacingError {
    let explanation: ErrorReport

    static func tooLong(_ count: Int, limit: Int) -> QREncoderProblem {
        QREncoderProblem(
            explanation: ErrorReport(
                .failed, "The contact is too long for a QR code.",
                why: "A QR code contains at most \(limit) bytes, and this one would need \(count).",
                next: "Use “share NAME --to FILE” instead."))
    }
}
