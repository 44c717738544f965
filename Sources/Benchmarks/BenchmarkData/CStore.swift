import BenchmarksC
import SQLite

/// The C side of a workload: a connection, an arena for strings, and an array of people.
final class CStore {
    let pointer: OpaquePointer

    init(at path: String, people: Int) {
        pointer = c_open(path, people, people * 128 + 4096)
        c_execute(pointer, Settings.pragmas)
    }

    deinit {
        c_close(pointer)
    }

    func text(_ string: String?) -> c_text {
        guard var string else { return c_text() }
        return string.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { c_copy(pointer, $0.baseAddress, $0.count) }
        }
    }

    /// Returns the people read by the last operation.
    func people(_ count: Int) -> [Person] {
        UnsafeBufferPointer(start: c_people(pointer), count: count).map { Person($0) }
    }
}

/// The SQLite settings that the Swift and C sides share.
enum Settings {
    static let pragmas = """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;
        PRAGMA recursive_triggers = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -131072;
        """
}
