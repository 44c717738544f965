import FoundationEssentials
import Model
import TestSupport
import AlmanacStore

/// A database with the planets of all sample data sets, which is created once. Tests only read it.
///
/// Without `ALMANAC_SOAK`, it has one in ten exoplanets, and all planets of the stars that tests name.
enum SampleCatalog {
    static func store() async throws -> TemporaryStore { try await shared.value }

    /// The number of planets.
    static let count = Soak.isOn ? 6_709 : 851

    private static let shared: Task<TemporaryStore, any Error> = Task {
        let store = try await TemporaryStore(with: "solar", "swapi")
        try await store.loadExoplanets()
        return store
    }

    fileprivate static let stars = [
        "51 Peg", "Alpha Centauri B", "alf Tau", "eps Eri", "Kepler-16", "Kepler-91", "KOI-351", "Proxima Cen",
        "TRAPPIST-1", "ups And", "WASP-12",
    ]
}

extension TemporaryStore {
    /// Loads the data set “exoplanets”, or a part of it without `ALMANAC_SOAK`.
    func loadExoplanets() async throws {
        if Soak.isOn {
            try await store.seeds.load(.named("exoplanets"))
            return
        }
        let source = #filePath.split(separator: "/Tests/")[0] + "/Seeds/exoplanets"
        let part = "\(folder)/exoplanets"
        try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(source)/set.json", toPath: "\(part)/set.json")
        let text = String(decoding: try Data(contentsOf: URL(filePath: "\(source)/planets.csv")), as: UTF8.self)
        let rows = text.split(separator: "\n")
        let chosen = rows.dropFirst().enumerated().filter { number, row in
            number.isMultiple(of: 10) || SampleCatalog.stars.contains { row.contains(",\($0),") }
        }
        let lines = rows.prefix(1) + chosen.map { $0.element }
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: "\(part)/planets.csv"))
        try await store.seeds.load(.folder(path: part))
    }
}
