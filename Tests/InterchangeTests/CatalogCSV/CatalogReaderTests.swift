import Interchange
import Model
import TestSupport
import Testing

@Suite("Reading planet catalogs")
struct CatalogReaderTests {
    private func items(
        _ text: String, inPiecesOf size: Int = .max, solution: SolutionChoice = .first
    ) throws -> [CatalogItem] {
        var reader = CatalogReader(file: "planets.csv", solution: solution)
        var items: [CatalogItem] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            reader.feed(rest.prefix(size))
            rest = rest.dropFirst(size)
            while let item = try reader.next() { items.append(item) }
        }
        reader.finish()
        while let item = try reader.next() { items.append(item) }
        return items
    }

    @Test(
        "Without default_flag, the first, the newest, or the most complete row of a planet is used",
        arguments: [(SolutionChoice.first, [1.0, 9]), (.newest, [3, 9]), (.complete, [2, 9])], [1, 7, .max])
    func solutions(choice: (way: SolutionChoice, periods: [Double]), size: Int) throws {
        let text = """
            pl_name,hostname,pl_orbper,pl_rade,pl_orbeccen,pl_pubdate
            A b,A,1,1,,2015-01
            B b,B,9,1,,2015-01
            A b,A,2,1,0.1,2014-01
            A b,A,3,,,2020-01

            """
        let items = try items(text, inPiecesOf: size, solution: choice.way)
        let planets = try items.compactMap { if case .entry(let entry) = $0 { try entry.planet() } else { nil } }
        #expect(planets.map(\.orbitalPeriodDays) == choice.periods)
        #expect(items.count { $0 == .otherSolution } == 2)
    }

    @Test(
        "A table with planet columns but no name column is rejected, and the error lists the planet columns",
        arguments: [("pl_orbper", "pl_name"), ("koi_period", "pl_name"), ("mass.mjup", "name")])
    func nameless(heading: String, nameColumn: String) throws {
        #expect(throws: SourceProblem.unnamedPlanets(file: "table.csv", columns: [heading], nameColumn: nameColumn)) {
            _ = try readTable("planet,\(heading)\nA b,1\n")
        }
    }

    private func planets(_ text: String) throws -> [Planet] {
        try items(text).compactMap { if case .entry(let entry) = $0 { try entry.planet() } else { nil } }
    }

    private static let archive = """
        # This file was produced by the NASA Exoplanet Archive  http://exoplanetarchive.ipac.caltech.edu
        # CONSTRAINT:  "where" (pl_name is not null)
        #
        # COLUMN pl_name:        Planet Name
        pl_name,hostname,pl_letter,hd_name,pl_controv_flag,pl_orbper,pl_rade,pl_radeerr1,pl_radelim,pl_bmassj,\
        pl_bmassjlim,pl_bmassprov,pl_orbsmax,pl_orbsmax_reflink,pl_orbeccen,pl_orbeccenlim
        11 Com b,11 Com,b,HD 107383,0,323.21000000,12.2,,0,16.1284,0,Msini,1.178,\
        <a refstr=TENG_ET_AL__2023 href=https://ui.adsabs.harvard.edu/abs/2023PASJ/abstract target=ref>Teng &amp; al. 2023</a>,\
        0.238,0
        Far b,Far,b,,1,3.5,1.5,0.1,0,0.01,1,Mass,0.04,,0.1,1
        Light b,Light,b,,0,3.5,1.5,0.1,0,0.01,0,M-R relationship,0.04,\
        <a refstr=CALCULATED_VALUE href=/docs/composite_calc.html target=_blank>Calculated Value</a>,,
        Bad b,Bad,b,,0,soon,1.5,0.1,0,0.01,0,Mass,0.04,,,

        """

    @Test func `NASA Exoplanet Archive columns are converted with the basis of each value`() throws {
        let planets = try planets(Self.archive)
        #expect(planets.map(\.name) == ["11 Com b", "Far b", "Light b", "Bad b"])
        let com = planets[0]
        #expect(com.massKg == (16.1284 * 1.89813e27).rounded(toDigits: 8))
        #expect(com.radiusKm.map { $0.rounded(toDigits: 8) } == 77_812.82)
        #expect((com.type, com.status, com.parent) == (.exoplanet, .confirmed, "11 Com"))
        #expect(com.estimated == [.measuredAxis, .minimumMass, .radius])
        #expect(com.aliases == ["HD 107383 b"])
        #expect(com.source == "nea")
        #expect(com.url == "https://exoplanetarchive.ipac.caltech.edu/overview/11%20Com%20b")
        #expect(
            com.citations == [
                Labeled("semiMajorAxisAu", "Teng & al. 2023, https://ui.adsabs.harvard.edu/abs/2023PASJ/abstract")
            ])
        #expect((planets[1].status, planets[1].estimated, planets[1].eccentricity) == (.controversial, .massLimit, nil))
        #expect(planets[2].estimated == [.mass, .axis])
    }

    @Test(arguments: [
        "uncertainty\nA,1,0.5,massKg: 0.2; eccentricity: 0.1",
        "uncertainty.massKg,uncertainty.eccentricity\nA,1,0.5,0.2,0.1",
    ])
    func `Uncertainties are read from one common column or from a column for each field`(rest: String) throws {
        let uncertainties = try #require(try planets("name,massKg,eccentricity,\(rest)\n").first).uncertainties
        #expect(uncertainties["massKg"] == Uncertainty("0.2") && uncertainties["eccentricity"] == Uncertainty("0.1"))
        #expect(uncertainties.all.count == 2)
    }

    private func warnings(_ items: [CatalogItem]) -> [String] {
        items.compactMap { if case .warning(let reason, let place) = $0 { "\(place): \(reason)" } else { nil } }
    }

    @Test func `Invalid values are ignored and reported with their location, and incomplete rows are rejected`()
        throws
    {
        #expect(
            try warnings(items(Self.archive)) == [
                "planets.csv:9:16: pl_orbper: invalid value “soon”; expected a number."
            ])
        let own = "name,mass_kg,rings\nOne,1e24,maybe\nTwo\n,3,\nThree,2e24,yes\n"
        let rows = try items(own)
        let places = rows.compactMap { if case .rejected(let row) = $0 { row.place.description } else { nil } }
        #expect(places == ["planets.csv:3:1", "planets.csv:4"])
        #expect(warnings(rows).map { $0.prefix { $0 != " " } } == ["planets.csv:2:10:"])
        #expect(try planets(own).map(\.name) == ["One", "Three"])
        let forPrograms = try planets("name,mass_kg,rings\nOne,1e24,true\nTwo,2e24,false\n")
        #expect(forPrograms.map(\.rings) == [true, false])
    }

    @Test(
        "A number is read in the same way in columns of Almanac, with or without a unit, and in columns of the archive",
        arguments: [
            ("5.4×10²", 540.0, 0), ("540", 540, 0), ("5.4e2", 540, 0), ("0x10", nil, 1), ("soon", nil, 1),
            ("n/a", nil, 0), ("--", nil, 0),
        ] as [(String, Double?, Int)])
    func numbers(text: String, days: Double?, warningCount: Int) throws {
        for table in [
            "name,orbitalPeriodDays\nA b,\(text)\n", "name,period.day\nA b,\(text)\n",
            "pl_name,hostname,pl_orbper\nA b,A,\(text)\n",
        ] {
            #expect(try planets(table).map(\.orbitalPeriodDays) == [days], "\(table)")
            #expect(try warnings(items(table)).count == warningCount, "\(table)")
        }
    }

    @Test("A printed number is in the unit of its column")
    func printedNumber() throws {
        #expect(try planets("name,mass.mjup\nA b,1×10²\n").first?.massKg == 1.89813e29)
    }

    @Test(
        "A missing number is recognized in columns of numbers, flags, and uncertainties",
        arguments: ["n/a", "NaN", "-"], ["moons", "rings", "massKg", "uncertainty.massKg"])
    func missingNumbers(text: String, heading: String) throws {
        let table = "name,\(heading),radiusKm\nA b,\(text),1\n"
        #expect(try warnings(items(table)).isEmpty)
        let planet = try #require(try planets(table).first)
        #expect(planet.moons == nil && planet.rings == nil && planet.massKg == nil)
        #expect(planet.uncertainties == Uncertainties())
    }

    @Test(
        "An impossible value is ignored with a warning, and the planet is kept",
        arguments: [
            (
                "name,mass_kg,eccentricity\nOne,1e24,1\n", 10,
                "Eccentricity: invalid value “1”; expected a number (at least 0 and less than 1)."
            ),
            ("name,massKg\nOne,0\n", 5, "Mass: invalid value “0”; expected a number in kg (more than 0)."),
            (
                "pl_name,hostname,pl_orbper\nA b,A,-3.5\n", 7,
                "Orbital period: invalid value “-3.5”; expected a number in days (more than 0)."
            ),
        ])
    func impossible(text: String, column: Int, reason: String) throws {
        #expect(try warnings(items(text)) == ["planets.csv:2:\(column): \(reason)"])
        #expect(try planets(text).count == 1)
    }

    @Test(
        "Every common notation for a missing number is recognized in every layout",
        arguments: [
            "nan", "NaN", "NA", "N/A", "NULL", "null", "--", "\\N", "None", "masked", "<NA>", " ", "",
        ])
    func missingNumbers(spelling: String) throws {
        let texts = [
            "pl_name,hostname,pl_orbper,pl_rade,pl_radeerr1,pl_radeerr2\nA b,A,3.5,\(spelling),\(spelling),\(spelling)\n",
            "name,massKg,radiusKm,discoveryYear\nA b,1e24,\(spelling),\(spelling)\n",
            "name,massKg,radius.rearth\nA b,1e24,\(spelling)\n",
            "name,star_name,mass,radius,mass_sini,planet_status\nA b,A,1,\(spelling),\(spelling),Confirmed\n",
        ]
        for text in texts {
            let items = try items(text)
            let planets = try planets(text)
            #expect(planets.map(\.name) == ["A b"] && planets.allSatisfy { $0.radiusKm == nil }, "\(text)")
            #expect(warnings(items) == [], "\(text)")
        }
    }

    @Test(arguments: ["1,", ",-1", "1,-1"])
    func `An uncertainty that is given for one side applies to both sides`(errors: String) throws {
        let planet = try planets("pl_name,hostname,pl_orbper,pl_orbpererr1,pl_orbpererr2\nA b,A,35,\(errors)\n")[0]
        let uncertainty = try #require(planet.uncertainties.all.first?.value)
        #expect(uncertainty.upper == uncertainty.lower && uncertainty.upper > 0)
    }

    @Test func `Text such as NA or Null is read as a name`() throws {
        let planets = try planets("pl_name,hostname,pl_orbper\nNA b,NA,1\nNull b,Null,2\n")
        #expect(planets.map(\.parent) == ["NA", "Null"])
    }

    @Test func `TESS and Kepler objects of interest and the former table of the archive are read as planets`() throws {
        let toi = try planets(
            """
            toi,tid,tfopwg_disp,pl_tranmid,pl_orbper,pl_trandurh,pl_rade,st_dist
            1000.01,50365310,FP,2459229.630046,2.1713484,2.0172196,5.8181633,485.735

            """)
        #expect(toi.map(\.name) == ["TOI-1000.01"] && toi[0].parent == "TOI-1000" && toi[0].status == .retracted)
        #expect(toi[0].transitDuration == 2.0172196 && toi[0].distancePc == 485.735)
        let koi = try planets(
            """
            kepid,kepoi_name,kepler_name,koi_disposition,koi_period,koi_period_err1,koi_period_err2,koi_time0bk,koi_prad
            1,K00752.01,Kepler-227 b,CONFIRMED,9.488,0.1,-0.2,170.5,2.26
            2,K00753.01,,CANDIDATE,19.9,,,175.85,14.6

            """)
        #expect(koi.map(\.name) == ["Kepler-227 b", "KOI-753.01"] && koi.map(\.parent) == ["Kepler-227", "KOI-753"])
        #expect(koi[0].aliases == ["KOI-752.01"] && koi.map(\.status) == [.confirmed, .candidate])
        #expect(koi[0].transitMidpoint == 2_455_003.5)
        #expect(koi[0].uncertainties["orbitalPeriodDays"] == Uncertainty(upper: 0.1, lower: 0.2))
        let former = try planets("pl_hostname,pl_letter,pl_orbper,pl_trandur\n51 Peg,b,4.23,0.125\n")
        #expect(former.map(\.name) == ["51 Peg b"] && former[0].parent == "51 Peg" && former[0].transitDuration == 3)
    }

    @Test(
        "A radius without reference or uncertainty is estimated unless the planet transits or the radius determines the mass",
        arguments: [
            (",Msini,Radial Velocity,0,,", Estimates([.minimumMass, .radius])),
            (",Msini,Radial Velocity,0,0.1,", .minimumMass),
            (",Msini,Radial Velocity,1,,", .minimumMass), (",Msini,Transit,0,,", .minimumMass),
            (",M-R relationship,Imaging,0,,", .mass), (",Mass,Imaging,0,,", .radius),
            (",Mass,Transit,1,,<a refstr=CALCULATED_VALUE href=/x>Calculated Value</a>", .radius),
            (",Mass,Imaging,0,,<a refstr=X href=https://x.example>X 2020</a>", []),
        ] as [(String, Estimates)])
    func radii(row: String, marks: Estimates) throws {
        let text = """
            pl_name,hostname,pl_bmassj,pl_rade,pl_radelim,pl_bmassprov,discoverymethod,tran_flag,pl_radeerr1,pl_rade_reflink
            A b,A,1,2,0\(row)

            """
        #expect(try planets(text).map(\.estimated) == [marks])
    }

    @Test func `A value without an uncertainty is not treated as measured if other values in the column have one`()
        throws
    {
        let text = """
            pl_name,hostname,pl_bmassj,pl_bmassjerr1,pl_bmassjerr2,pl_rade,pl_orbper,tran_flag
            A b,A,1,0.1,-0.2,2,3,1
            B b,B,1,,,2,3,0
            C b,C,1,,,2,3,

            """
        let planets = try planets(text)
        let provenance = planets.map { planet in
            [PlanetFigure.mass, .radius, .period].map { planet.provenance(of: $0) }
        }
        #expect(provenance == [[.measured, .unknown, nil], [.unknown, .unknown, nil], [.unknown, .unknown, nil]])
        #expect(planets.map(\.transiting) == [true, false, nil])
    }

    @Test func `A published value in a table without uncertainty columns is treated as measured`() throws {
        let reference = "<a refstr=X href=https://x.example>X 2020</a>"
        let calculated = "<a refstr=CALCULATED_VALUE href=/x>Calculated Value</a>"
        let planets = try planets(
            "pl_name,hostname,pl_rade,pl_rade_reflink\nA b,A,2,\(reference)\nB b,B,2,\(calculated)\nC b,C,2,\n")
        #expect(planets.map { $0.provenance(of: .radius) } == [.measured, .computed, .unknown])
    }

    @Test func `Only the archive’s default solution is read`() throws {
        let text = """
            pl_name,hostname,default_flag,pl_refname,pl_masse,pl_radeerr1,pl_rade
            A b,A,0,<a refstr=X href=https://x.example>X 2020</a>,1,,1
            A b,A,1,<a refstr=Y href=https://y.example>Y 2021</a>,2,,1

            """
        let items = try items(text)
        #expect(items.count { $0 == .passed } == 1)
        let planet = try #require(try planets(text).first)
        #expect(planet.massKg == 2 * 5.9722e24)
        #expect(planet.citations.map(\.value) == ["Y 2021, https://y.example", "Y 2021, https://y.example"])
        #expect(planet.estimated == .measuredMass)
    }

    @Test func `Almanac’s own columns are read, and unknown columns are reported`() throws {
        let text =
            "name,kind,massKg,radius_km,estimated,aliases,source,field.colour,mood\r\nA,moon,1e22,900,mass,B|C,jpl,red,good\r\n"
        let items = try items(text)
        let warnings = items.compactMap { if case .warning(let sentence, _) = $0 { sentence } else { nil } }
        #expect(warnings.count == 1 && warnings.first?.contains("“mood”") == true)
        let planet = try #require(try planets(text).first)
        #expect((planet.type, planet.massKg, planet.radiusKm, planet.estimated) == (.moon, 1e22, 900, .mass))
        #expect((planet.aliases, planet.source) == (["B", "C"], "jpl"))
        #expect(planet.customFields == [Labeled("colour", "red")])
    }

    @Test(arguments: ["name,massKg,", "name,massKg,.", "name,massKg,..x"])
    func `A column without a name is ignored`(heading: String) throws {
        let planet = try #require(try planets("\(heading)\r\nFoo,1e24,bar\r\n").first)
        #expect((planet.name, planet.massKg) == ("Foo", 1e24))
    }

    @Test(arguments: [1, 7, 64, 1000]) func `The chunk size does not affect the result`(size: Int) throws {
        #expect(try items(Self.archive, inPiecesOf: size) == items(Self.archive))
    }

    @Test func `A catalog is distinguished from a contact table by its columns or its first comment`() {
        func contents(_ text: String, of file: String = "any.csv") -> ImportFormatDetection.Contents {
            ImportFormatDetection.contents(of: file, beginning: Array(text.utf8))
        }
        #expect(contents(Self.archive, of: "download.txt") == .catalog)
        #expect(contents("name,kind,mass_kg\nA,moon,1\n") == .catalog)
        #expect(contents("# This file was produced by the NASA Exoplanet Archive and more") == .catalog)
        #expect(contents("name,email\nA,a@b.example\n") == .table)
        #expect(contents("pl_name\thostname\nA b\tA\n", of: "x.tsv") == .catalog)
    }

    @Test func `Empty files, repeated headings, and files without catalog columns are rejected`() {
        #expect(throws: SourceProblem.empty(file: "planets.csv")) { try items("# only\n") }
        #expect(throws: SourceProblem.repeatedHeading(file: "planets.csv", heading: "mass_kg")) {
            try items("name,mass_kg,mass_kg\nA,1,2\n")
        }
        #expect(throws: SourceProblem.self) { try items("colour,taste\nred,good\n") }
    }
}
