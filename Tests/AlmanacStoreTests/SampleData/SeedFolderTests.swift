import FoundationEssentials
import Model
import TestSupport
import Testing

@Suite("Sample data in a folder")
struct SeedFolderTests {
    @Test func `An invalid row is reported with its file, line, and column, and nothing is loaded`() async throws {
        let store = try await TemporaryStore()
        let path = try store.write([
            "persons.csv": "key,given,birthday\nleia,Leia,--05-04\nluke,Luke,1977-13-01\n"
        ])
        let problem = try await #require(throws: SeedProblem.self) {
            try await store.seeds.load(.folder(path: path))
        }
        guard case .badRow(let file, line: 3, column: 11, let reason) = problem else {
            Issue.record("\(problem)")
            return
        }
        #expect(file == "\(path)/persons.csv")
        #expect(reason.contains("1977-13-01"))
        #expect(try await store.counts() == [:])
    }

    @Test func `A home planet is found in the database by name`() async throws {
        let store = try await TemporaryStore()
        let planet = try await store.planets.add(.example)
        let path = try store.write(["persons.csv": "key,given,planet\na,Ada,kepler16b\n"])
        try await store.seeds.load(.folder(path: path))
        #expect(try await store.planets.record(planet.id).links.residents.first.map(\.name) == ["Ada"])
    }

    @Test func `A row with an unknown home planet is rejected`() async throws {
        let store = try await TemporaryStore()
        let path = try store.write(["persons.csv": "key,given,planet\na,Ada,Nowhere\n"])
        let reason = "neither the set nor the database has a planet named “Nowhere”"
        await #expect(throws: SeedProblem.badRow(file: "\(path)/persons.csv", line: 2, column: 7, reason: "\(reason)"))
        {
            try await store.seeds.load(.folder(path: path))
        }
        #expect(try await store.counts() == [:])
    }

    @Test func `A newer version of a data set adds new planets to its groups without duplicates`() async throws {
        let store = try await TemporaryStore()
        let old = ["groups.csv": "key,name\nf,Film\n", "planets.csv": "name\nHoth\n"]
        try await store.seeds.load(.folder(path: try store.write(old)))
        let new = [
            "groups.csv": "key,name,kind\nf,Film,film\n", "groups-planets.csv": "key,planet\nf,Endor\nf,Hoth\n",
            "planets.csv": "name\nHoth\nEndor\n",
        ]
        try await store.seeds.load(.folder(path: try store.write(new)))
        #expect(try await store.counts() == [.group: 1, .planet: 2])
        let group = try #require(try await store.groups.list(ListRequest()).items.first)
        #expect(group.links.planets.first.map(\.name) == ["Endor"] && group.kind == "")
    }

    @Test func `A group’s planet is found in the database by name, and an unknown planet is rejected`() async throws {
        let store = try await TemporaryStore()
        let planet = try await store.planets.add(.example)
        let path = try store.write(["groups.csv": "key,name,planet\nf,Film,kepler16b\n"])
        try await store.seeds.load(.folder(path: path))
        #expect(try await store.planets.record(planet.id).links.groups.first.map(\.name) == ["Film"])
        let bad = try store.write(["groups.csv": "key,name,planet\ng,Other,Nowhere\n"])
        await #expect(throws: SeedProblem.self) { try await store.seeds.load(.folder(path: bad)) }
    }

    @Test func `Several data sets are loaded together or not at all`() async throws {
        let store = try await TemporaryStore()
        let bad = try store.write(["persons.csv": "key,given,planet\na,Ada,Nowhere\n"])
        let good = try store.write(["persons.csv": "key,given\nb,Bea\n"])
        await #expect(throws: SeedProblem.self) {
            try await store.seeds.read([.folder(path: good), .folder(path: bad)]).load(isDryRun: false) { _ in }
        }
        #expect(try await store.counts() == [:])
        let both = try await store.seeds.read([.folder(path: good), .named("flintstones")])
        let reports = try await both.load(isDryRun: true) { _ in }
        #expect(reports.map(\.set) == ["own", "flintstones"])
        #expect(try await store.counts() == [:])
        #expect(try await both.load(isDryRun: false) { _ in } == reports)
        #expect(try await store.persons.count(.all) == reports.compactMap { $0.added[.person] }.reduce(0, +))
    }

    @Test(arguments: [true, false])
    func `A data set can refer to records of an earlier data set`(isDryRun: Bool) async throws {
        let store = try await TemporaryStore()
        let planets = try store.write(["planets.csv": "name,type\nBedrock,fictional\n"])
        let residents = try store.write(["persons.csv": "key,given,planet\nb,Bea,bedrock\n"])
        let sets = try await store.seeds.read([.folder(path: planets), .folder(path: residents)])
        let reports = try await sets.load(isDryRun: isDryRun) { _ in }
        #expect(reports.map(\.added) == [[.planet: 1], [.person: 1]])
        let names = try await store.planets.named("Bedrock")
        #expect(names.isEmpty == isDryRun)
        for planet in names {
            let id = try #require(Planet.ID(planet.id))
            #expect(try await store.planets.record(id).links.residents.first.map(\.name) == ["Bea"])
        }
    }

    @Test func `A row with text that is too long is rejected`() async throws {
        let store = try await TemporaryStore()
        let path = try store.write(["persons.csv": "key,given\na,\(String(repeating: "x", count: 65_537))\n"])
        await #expect(throws: SeedProblem.self) {
            try await store.seeds.load(.folder(path: path))
        }
        #expect(try await store.counts() == [:])
    }

    @Test func `A missing folder is rejected`() async throws {
        let store = try await TemporaryStore()
        let path = "\(store.folder)/nothing"
        await #expect(throws: SeedProblem.badSet(path: path, reason: "The file set.json is missing.")) {
            try await store.seeds.load(.folder(path: path))
        }
    }

    @Test func `Loading a data set again adds its new rows`() async throws {
        let store = try await TemporaryStore()
        let first = try store.write(["persons.csv": "key,given\na,Ada\n"])
        try await store.seeds.load(.folder(path: first))
        let second = try store.write(["persons.csv": "key,given\na,Ada\nb,Bea\n"])
        let report = try await store.seeds.load(.folder(path: second))
        #expect(report.added == [.person: 1])
        #expect(report.kept == [.person: 1])
    }
}

extension TemporaryStore {
    /// Writes a sample data set next to the database and returns its path.
    func write(_ files: [String: String]) throws -> String {
        let folder = "\(folder)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let header = #"{"name": "own", "title": "t", "summary": "s", "license": "l", "source": "s"}"#
        for (name, text) in files.merging(["set.json": header], uniquingKeysWith: { $1 }) {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        return folder
    }

    func counts() async throws -> [Kind: Int] {
        let counts = [
            Kind.person: try await store.persons.count(.all), .group: try await store.groups.count(.all),
            .planet: try await store.planets.count(.all), .note: try await store.notes.count(.all),
        ]
        return counts.filter { $0.value > 0 }
    }
}
