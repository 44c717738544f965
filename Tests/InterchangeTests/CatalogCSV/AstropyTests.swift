import FoundationEssentials
import Interchange
import Model
import Testing

/// Files that astropy writes from one table with every kind of missing value. The folder `Tests/Astropy` contains the
/// program that writes them and its files.
@Suite("Reading tables that astropy writes")
struct AstropyTests {
    private static let folder = "\(#filePath.split(separator: "/InterchangeTests/")[0])/Astropy"
    private static let script = "write.py"

    /// A Python interpreter that can import astropy, or `nil` if there is none.
    private static let python = [
        ProcessInfo.processInfo.environment["ALMANAC_PYTHON"], "python3", "/usr/bin/python3",
    ].compactMap { $0 }.first { Vobject.output(of: $0, "import astropy; print('yes')", "") == "yes\n" }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != script }.sorted()
    }

    private func planets(_ file: String, in folder: String) throws -> [Planet] {
        var reader = CatalogReader(file: file)
        reader.feed(Array(try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))))
        reader.finish()
        var planets: [Planet] = []
        while let item = try reader.next() {
            guard case .entry(let entry) = item else {
                Issue.record("\(file): \(item)")
                continue
            }
            #expect(entry.warnings.isEmpty, "\(file)")
            planets.append(try entry.planet())
        }
        return planets
    }

    private func expectEqual(in folder: String) throws {
        let wanted = try planets("missing.csv", in: folder)
        #expect(wanted.map(\.name) == ["AP 1 b", "AP 2 b", "NA 3 b", "AP 4 b"])
        #expect(wanted.map(\.parent) == ["AP 1", "AP 2", "NA", ""])
        #expect(wanted.map(\.orbitalPeriodDays) == [3.5, nil, 12.25, 0.001])
        #expect(wanted.map(\.discoveryYear) == [2001, 2002, nil, 2004])
        #expect(wanted.map(\.transitDuration) == [2.5, nil, 3.25, 0.01])
        let files = try Self.files(in: folder)
        #expect(files.count == 16)
        for file in files { #expect(try planets(file, in: folder) == wanted, "\(file)") }
    }

    @Test("The stored files of all formats contain the same planets as the CSV file")
    func stored() throws { try expectEqual(in: Self.folder) }

    @Test(
        "The files of the installed astropy contain the same planets as its CSV file",
        .enabled(if: python != nil, "Python cannot import astropy"))
    func installed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = "import runpy, sys; runpy.run_path('\(Self.folder)/\(Self.script)')"
        let output = Vobject.output(of: try #require(Self.python), program, folder)
        #expect(output != nil)
        try expectEqual(in: folder)
    }
}
