import Glibc

/// The paths of the programs that were built with the tests.
public enum BuiltProgram {
    public static var almanac: String { folder + "/almanac" }
    /// The path of an `LD_PRELOAD` library that makes system calls fail.
    public static var faultShim: String { folder + "/libFaultShim.so" }
    public static var seededBugs: String { folder + "/SeededBugs" }

    /// The folder of the programs, which also contains the compiled modules.
    public static var folder: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }
}
