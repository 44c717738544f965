import Glibc

/// The programs of this package, as they were built for the tests that are running.
public enum BuiltProgram {
    public static var almanac: String { folder + "/almanac" }
    /// To be preloaded into another: it makes calls fail.
    public static var faultShim: String { folder + "/libFaultShim.so" }
    public static var plantedFaults: String { folder + "/SeededBugs" }

    /// The folder of the running test bundle.
    private static var folder: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }
}
