import Glibc

/// The entry point of libFuzzer. A violated property ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let parser = getenv("FUZZ_PARSER").map { String(cString: $0) } ?? "vcard"
    do {
        let bytes = Array(UnsafeBufferPointer(start: data, count: count))
        if parser == "multistatus" {
            try MultistatusProperties.check(bytes)
        } else {
            try ParserProperties.check(bytes, parser: parser)
        }
    } catch {
        let text = "violated: \(error)\n"
        _ = write(STDERR_FILENO, text, text.utf8.count)
        abort()
    }
    return 0
}
