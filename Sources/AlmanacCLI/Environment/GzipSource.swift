import FileIO
import Glibc
import Interchange
import Synchronization
import Terminal

/// A source of the unpacked bytes of a file that is compressed with gzip. The program `gzip` unpacks the file while it is
/// read.
final class GzipSource: ByteSource {
    let name: String
    /// The size of the unpacked bytes is unknown.
    let size: Int? = nil
    private let filter: Mutex<ProgramFilter?>
    private static let chunk = 256 << 10

    init(name: String, of file: borrowing File) throws {
        self.name = name
        do throws(Program.LaunchError) {
            filter = Mutex(
                try file.withDescriptor { descriptor throws(Program.LaunchError) in
                    try ProgramFilter(Program(["gzip", "-dc"], environment: [:]), input: descriptor)
                })
        } catch {
            throw FileProblem.noGzip("\(name)", reason: error.reason)
        }
    }

    func read() throws -> [UInt8] {
        try filter.withLock { filter in
            guard let output = filter?.output else { return [] }
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try File.read(Self.chunk, from: output)
            } catch {
                throw FileProblem.unreadable("\(name)", reason: FileFailure(error).reason)
            }
            if bytes.isEmpty, let status = filter.take()?.finish(), status != 0 {
                throw FileProblem.unreadable(
                    "\(name)",
                    reason: status < 128 ? "It is incomplete or damaged." : "“gzip” exited with status \(status).")
            }
            return bytes
        }
    }
}
