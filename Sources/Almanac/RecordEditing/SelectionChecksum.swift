import Model
import Navigation
import Text

/// A checksum of selected records and their versions. The command line that follows a confirmation contains it, so that
/// the command changes only the confirmed records.
struct SelectionChecksum: Hashable, Sendable {
    let text: String

    /// Creates the checksum of IDs, each with a version.
    init(of versions: [String]) {
        text = String(FNV1a(versions.joined(separator: "\n").utf8).value, radix: 16)
    }

    fileprivate init(text: String) { self.text = text }
}

extension ValueParser where Value == SelectionChecksum {
    static var checksum: ValueParser {
        ValueParser(.text, parse: { word, _ in SelectionChecksum(text: word) }, describe: \.text)
    }
}

extension CommandProblem {
    /// The error of a script whose selection no longer has the expected checksum.
    static let selectionChanged = CommandProblem.notHere(
        "The selected records have changed.", next: "Check them, and repeat the command without --if-selection.")
}

extension Option {
    static let ifSelection = Option(
        "--if-selection", "CHECKSUM", "Ask again unless the selection has this checksum", isRecorded: false)
}

extension Argument where Value == SelectionChecksum? {
    static var ifSelection: Argument {
        Argument(
            options: [.ifSelection], read: { try $0.value(of: .ifSelection, .checksum) },
            words: { $0.map { [Option.ifSelection.name, $0.text] } ?? [] })
    }
}

extension RecordResolver {
    /// Returns the checksum of records and their current versions.
    func checksum(of addresses: [RecordID]) async throws -> SelectionChecksum {
        var versions: [String] = []
        for kind in Kind.allCases { versions += try await editor(for: kind).versions(of: addresses) }
        return SelectionChecksum(of: versions)
    }
}

extension RecordOperations {
    /// Returns the IDs and versions of the records of this kind.
    fileprivate func versions(of addresses: [RecordID]) async throws -> [String] {
        try await source.records(addresses.compactMap(TypedRecordID.init)).map { "\($0.address) \($0.version)" }
    }
}
