import TestSupport
import Testing

@Suite("Extreme numbers", .childProcesses)
struct BoundsTests {
    private static let ends = [String(Int.max), String(Int.min), "99999999999999999999"]

    @Test("An extreme number in a command does not crash the program", arguments: ends)
    func integers(number: String) throws {
        let home = try SeededHome.home("flintstones")
        let commands = [
            "persons --limit N", "find x --limit N", "query x --limit N", "history --limit N", "trash --limit N",
            "duplicates --limit N", "birthdays --limit N", "birthdays --within Nd", "birthdays --within Nw", "undo N",
            "redo N", "show persons/N", "show persons/1 --at N", "edit persons/1 birthday=N",
            "open persons?limit=N", "open history?limit=N", "open found?x&limit=N", "open birthdays?within=N",
            "transits --of x --within N", "sky --from N,N", "sky --from 0,0 --at N",
        ]
        let lines = commands.flatMap { ["-c", $0.replacing("N", with: number)] }
        let ending = try home.run(["--keep-going"] + lines + ["-c", "version"])
        #expect([0, 1, 2, 3, 4].contains(ending.status), "\(ending.errors)")
        #expect(!ending.errors.contains("crashed") && ending.lines.last?.hasPrefix("almanac ") == true)
    }

    @Test("Commands that show, compare, or plot planets accept extreme values", arguments: ["1e308", "5e-324"])
    func figures(number: String) throws {
        let home = try SeededHome.home()
        let far = ["parent=Far", "type=exoplanet"]
        let fields = [
            "radiusKm", "massKg", "semiMajorAxisAu", "orbitalPeriodDays", "starTemperatureK", "starRadiusSun",
        ]
        let extreme = fields.map { "\($0)=\(number)" }
        let usual = fields.map { "\($0)=1" }
        #expect(try home.run(["new", "planet", "name=Far b"] + far + extreme).status == 0)
        #expect(try home.run(["new", "planet", "name=Far c"] + far + usual).status == 0)
        let commands = [
            "show planets/1", "system Far", "orbits Far", "orbits Far --log", "orbits Far --svg -",
            "sizes planets/1 planets/2", "compare planets/1 planets/2",
            "planets --all --columns name,massKg:bar,radiusKm", "plot massKg radiusKm",
        ]
        for look in [["--format", "table"], ["--json"]] {
            let ending = try home.run(look + commands.flatMap { ["-c", $0] })
            #expect(ending.status == 0, "\(look): \(ending.errors)")
        }
    }
}
