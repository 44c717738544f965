import FoundationEssentials
import Interchange
import Model
import Testing

@Suite("Formats of planet catalogs")
struct CatalogFormatTests {
    private static func corpus(_ name: String) throws -> [UInt8] {
        let folder = "\(#filePath.split(separator: "/InterchangeTests/")[0])/Fuzzing/Corpus"
        return Array(try Data(contentsOf: URL(filePath: "\(folder)/catalog-\(name)")))
    }

    private func items(_ bytes: [UInt8], mapping: [String: String] = [:]) throws -> [CatalogItem] {
        var reader = CatalogReader(file: "planets", mapping: mapping)
        reader.feed(bytes)
        reader.finish()
        var items: [CatalogItem] = []
        while let item = try reader.next() { items.append(item) }
        return items
    }

    private func planets(_ items: [CatalogItem]) throws -> [Planet] {
        try items.compactMap { if case .entry(let entry) = $0 { try entry.planet() } else { nil } }
    }

    @Test(
        "All archive formats are read as the same rows as the CSV format, with correct line numbers",
        arguments: [("ipac", [7, 8]), ("json", [2, 3]), ("votable", [10, 11]), ("ecsv", [8, 9])])
    func formats(name: String, lines: [Int]) throws {
        let bytes = try Self.corpus(name)
        let items = try items(bytes)
        var wanted = try planets(try self.items(Self.corpus("csv")))
        // Only the CSV contains references.
        for index in wanted.indices {
            wanted[index].citations = []
            wanted[index].estimated.subtract([.measuredAxis, .measuredMass, .measuredRadius])
        }
        #expect(try planets(items) == wanted)
        #expect(wanted.map(\.name) == ["A b", "A c"])
        #expect(wanted[0].uncertainties["orbitalPeriodDays"] == Uncertainty(upper: 0.1, lower: 0.2))
        #expect(items.compactMap { if case .entry(let entry) = $0 { entry.place.line } else { nil } } == lines)
        #expect(ImportFormatDetection.contents(of: "download", beginning: bytes) == .catalog)
    }

    @Test("The article about planets contains the command that downloads the catalog")
    func download() throws {
        let root = "\(#filePath.split(separator: "/Tests/")[0])"
        let article = try Data(contentsOf: URL(filePath: "\(root)/Sources/AlmanacCLI/Almanac.docc/Planets.md"))
        let text = String(decoding: article, as: UTF8.self)
        #expect(text.contains("```sh\n\(ExoplanetArchiveQuery.command)\n```"))
    }

    @Test("A byte-order mark does not change the rows", arguments: ["csv", "ipac", "json", "votable", "ecsv", "eu"])
    func byteOrderMark(name: String) throws {
        let bytes = try Self.corpus(name)
        let header = name == "ipac" ? bytes.firstIndex(of: UInt8(ascii: "|")) ?? 0 : 0
        let rows = try planets(try items(Array(bytes[header...])))
        #expect(try rows.count == 2 && rows == planets(items([0xEF, 0xBB, 0xBF] + bytes[header...])))
    }

    @Test(
        "A table with a name column and a planet value is recognized as a catalog",
        arguments: ["massKg", "mass.mjup", "radius_km"])
    func ownColumns(heading: String) throws {
        let bytes = Array("name,\(heading)\nVulcan,1\n".utf8)
        #expect(ImportFormatDetection.contents(of: "bodies.csv", beginning: bytes) == .catalog)
        #expect(try planets(items(bytes)).map(\.name) == ["Vulcan"])
    }

    @Test("Empty lines and comments between the header and the rows of an IPAC table are ignored")
    func separatedHeader() throws {
        let text = String(decoding: try Self.corpus("ipac"), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = try #require(lines.lastIndex { $0.hasPrefix("|") }) + 1
        let changed = lines[..<end] + ["", "\\ comment"] + lines[end...]
        #expect(try planets(items(Array(changed.joined(separator: "\n").utf8))) == planets(items(Array(text.utf8))))
    }

    @Test("Carriage returns and empty lines in an IPAC table are ignored")
    func carriageReturns() throws {
        let text = String(decoding: try Self.corpus("ipac"), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = try #require(lines.lastIndex { $0.hasPrefix("|") }) + 1
        let changed = lines[..<end] + [""] + lines[end...]
        let (plain, other) = (try items(Array(text.utf8)), try items(Array(changed.joined(separator: "\r\n").utf8)))
        #expect(try planets(other) == planets(plain) && other.count == plain.count)
    }

    @Test("The reported column of a syntax error in a JSON table does not depend on the line")
    func jsonErrors() throws {
        func column(_ start: String, _ line: Int) throws -> Int? {
            let error = #expect(throws: SourceProblem.self) { try items(Array((start + "[{\"pl_name\" 1}]").utf8)) }
            guard case .unreadable("planets", line, let column, _)? = error else { return nil }
            return column
        }
        let first = try #require(try column("", 1))
        #expect(try column("\n", 2) == first && first > 0)
    }

    @Test("The rows of a short table do not depend on the chunk size", arguments: ["ipac", "json", "votable"])
    func division(name: String) throws {
        let bytes = try Self.corpus(name)
        let whole = try items(bytes)
        var reader = CatalogReader(file: "planets")
        var items: [CatalogItem] = []
        for byte in bytes {
            reader.feed([byte])
            while let item = try reader.next() { items.append(item) }
        }
        // All rows are complete before the reader is told that the input has ended.
        #expect(items.count == whole.count)
        reader.finish()
        while let item = try reader.next() { items.append(item) }
        #expect(items == whole)
    }

    @Test("An incomplete table is rejected", arguments: ["json", "votable"])
    func incomplete(name: String) throws {
        let bytes = try Self.corpus(name)
        #expect(throws: SourceProblem.self) { try items(Array(bytes.prefix(bytes.count * 3 / 4))) }
    }

    @Test("A VOTable with binary rows is rejected with a hint")
    func binary() throws {
        let text = "<VOTABLE><RESOURCE><TABLE><FIELD name=\"pl_name\"/><DATA><BINARY2><STREAM>AA"
        let error = #expect(throws: SourceProblem.self) { try items(Array(text.utf8)) }
        #expect(error?.explanation.sentences.joined(separator: " ").contains("votable_plain") == true)
    }

    @Test("Character references in citations and links are decoded once")
    func references() throws {
        let planet = try #require(try planets(items(Self.corpus("csv"))).first)
        let others = planet.citations.map(\.value)
        #expect(others == ["Díaz & Müller 2020, https://x.example/?a=1&b=2"])
        let reference = "<a refstr=X href=https://x.example>&amp;eacute; &#x41; &foo; &"
        let text = "pl_name,pl_rade,pl_rade_reflink\nA b,1,\(reference)\n"
        let citation = try planets(items(Array(text.utf8))).first?.citations.first?.value
        #expect(citation == "&eacute; A &foo; &, https://x.example")
    }

    @Test("Columns from exoplanet.eu are converted and never mistaken for Almanac’s own")
    func encyclopaedia() throws {
        let planets = try planets(items(Self.corpus("eu")))
        #expect(planets.map(\.name) == ["A b", "A c"])
        let planet = planets[0]
        #expect(planet.massKg == (0.5 * 1.89813e27).rounded(toDigits: 8))
        #expect(planet.radiusKm == (1.1 * 71_492).rounded(toDigits: 8))
        #expect((planet.type, planet.status, planet.discoveryMethod) == (.exoplanet, .confirmed, "Transit"))
        #expect((planet.parent, planet.source, planet.constellation) == ("A", "eu", "Sextans"))
        let mass = try #require(planet.uncertainties["massKg"])
        #expect(mass.upper == (0.2 * 1.89813e27).rounded(toDigits: 4) && mass.lower < mass.upper)
        #expect((planets[1].status, planets[1].massKg) == (.candidate, nil))
        let header = "name,planet_status,mass,mass_sini,radius,radius_detection_type,star_name\n"
        let minimum = Array((header + "A b,Confirmed,,2,1,Theoretical,A\n").utf8)
        #expect(try self.planets(items(minimum)).first?.estimated == [.minimumMass, .radius])
    }

    @Test("Columns are mapped to fields and units")
    func mapping() throws {
        let text = "Planet,M,R,Mood\nA b,2,1.5,good\n"
        let fields = ["Planet": "name", "M": "mass.mjup", "R": "radiusKm.rearth", "Mood": "field.mood"]
        let planet = try #require(try planets(items(Array(text.utf8), mapping: fields)).first)
        #expect(planet.massKg == (2 * 1.89813e27).rounded(toDigits: 8))
        #expect(planet.radiusKm == (1.5 * 6_378.1).rounded(toDigits: 8))
        #expect(planet.customFields == [Labeled("mood", "good")])
        #expect(
            ImportFormatDetection.contents(of: "x.csv", beginning: Array(text.utf8), mapping: fields) == .catalog)
        #expect(ImportFormatDetection.contents(of: "x.csv", beginning: Array(text.utf8)) == .table)
        let names = ["Planet": "name", "M": "-", "R": "-", "Mood": "-"]
        let ignored = try self.items(Array(text.utf8), mapping: names)
        let unknown = try #require(try planets(ignored).first)
        #expect(ignored.count == 1 && unknown.massKg == nil)
        for field in ["mass.km", "massKg.foo", "Mass.foo"] {
            #expect(throws: SourceProblem.unknownPlanetField(field, units: ["kg", "mearth", "mjup", "msun"])) {
                try items(Array(text.utf8), mapping: ["M": field, "Planet": "name"])
            }
        }
        #expect(throws: SourceProblem.self) { try items(Array(text.utf8), mapping: ["Missing": "massKg"]) }
    }

    @Test("Columns are mapped by filter names and labels, even in files with semicolons")
    func mappingByNames() throws {
        let text = "Planet;M;Year;Meth;Host\nA b;2e27;2011;RV;A\n"
        let fields = [
            "Planet": "name", "M": "mass", "Year": "discovered", "Meth": "method", "Host": "Orbits",
        ]
        let planet = try #require(try planets(items(Array(text.utf8), mapping: fields)).first)
        #expect(planet.name == "A b" && planet.massKg == 2e27 && planet.discoveryYear == 2011)
        #expect(planet.discoveryMethod == "Radial Velocity" && planet.parent == "A")
        for mapping in [["Year": "discovered"], ["M": "mass"], ["M": "mass.foo"]] {
            #expect(
                ImportFormatDetection.contents(of: "x.csv", beginning: Array(text.utf8), mapping: mapping) == .catalog)
        }
    }

    @Test(
        "A constraint other than default_flag marks a file as a selection of the catalog",
        arguments: [
            ("where (default_flag = 1)", false), ("where (default_flag = 1", false), ("and pl_rade > 2)", true),
        ])
    func selection(constraint: String, isSelection: Bool) throws {
        let text = "# CONSTRAINT:  \(constraint)\npl_name,pl_rade\nA b,1\n"
        #expect(try items(Array(text.utf8)).contains(.selection) == isSelection)
    }

    @Test("A file that was compressed twice is rejected, and the extension .gz does not change the format")
    func compressed() throws {
        let bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var reader = ImportFormatDetection.reader(of: "cards.vcf.gz", beginning: bytes)
        reader.feed(bytes)
        reader.finish()
        #expect(throws: SourceProblem.archive(file: "cards.vcf.gz", format: "a file compressed with gzip")) {
            _ = try reader.next()
        }
        let table = Array("Name\nAnn\n".utf8)
        #expect(ImportFormatDetection.contents(of: "table.CSV.gz", beginning: table) == .table)
        #expect(ImportFormatDetection.isCandidate("a.vcf.gz") && !ImportFormatDetection.isCandidate("a.png.gz"))
    }

    @Test("In exoplanet.eu files, character references are decoded, and unknown or unused uncertainties are ignored")
    func unusualEncyclopaedia() throws {
        let rows = [
            "name,planet_status,mass,mass_error_min,mass_error_max,mass_sini,mass_sini_error_min,mass_sini_error_max,"
                + "semi_major_axis,semi_major_axis_error_min,semi_major_axis_error_max,alternate_names,star_name,ra,dec",
            "24 Boo b,Confirmed,,,,0.9,0.1,0.1,0.19,0.009,0.012,,24 Bo&ouml;,217.1625,49.845",
            "X 1 b,Confirmed,14,3,2,,,,330.0,0.0,0.0,\"X1 b, X 1b, X&amp;Y\",X 1,242.375,-21.08",
            "Y b,Confirmed,,,,,4.95,4.95,2.8,,,,,181.9,-39.5",
        ]
        let planets = try planets(items(Array(rows.joined(separator: "\n").utf8)))
        #expect(planets.map(\.parent) == ["24 Boö", "X 1", ""])
        #expect(planets.map(\.constellation) == ["Bootes", "Scorpius", "Centaurus"])
        #expect(planets.map(\.estimated) == [.minimumMass, [], []])
        #expect(planets[0].uncertainties["semiMajorAxisAu"] == Uncertainty(upper: 0.012, lower: 0.009))
        #expect(planets[1].uncertainties["semiMajorAxisAu"] == nil && planets[1].aliases == ["X1 b", "X 1b", "X&Y"])
        #expect(planets[2].massKg == nil && planets[2].uncertainties["massKg"] == nil)
        let former = Array("# name,mass,mass_sini,star_name\nA b,,2,A\n".utf8)
        #expect(ImportFormatDetection.contents(of: "a.csv", beginning: former) == .catalog)
        #expect(try self.planets(items(former)).map(\.source) == ["eu"])
    }

    @Test func `A null value declared in a header is treated as missing only in its own column`() throws {
        let voTable = """
            <VOTABLE><RESOURCE><TABLE>
            <FIELD name="pl_name" datatype="char"/><FIELD name="hostname" datatype="char"/>
            <FIELD name="pl_rade" datatype="double"><VALUES null="-99"/></FIELD>
            <FIELD name="disc_year" datatype="int"><VALUES null="-1"/></FIELD>
            <DATA><TABLEDATA><TR><TD>A b</TD><TD>-99</TD><TD>-99</TD><TD>-1</TD></TR>
            <TR><TD>A c</TD><TD>A</TD><TD>NaN</TD><TD>2010</TD></TR></TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>
            """
        let planets = try planets(items(Array(voTable.utf8)))
        #expect(planets.map(\.radiusKm) == [nil, nil] && planets.map(\.discoveryYear) == [nil, 2010])
        #expect(planets.map(\.parent) == ["-99", "A"])
        let ipac = """
            |pl_name|hostname|pl_orbper|
            |   char|    char|   double|
            |       |        |        d|
            |     --|    none|     -9.9|
              A b      null      -9.9
              A c      none       3.5

            """
        let rows = try self.planets(items(Array(ipac.utf8)))
        #expect(rows.map(\.orbitalPeriodDays) == [nil, 3.5] && rows.map(\.parent) == ["null", ""])
    }

    @Test func `Declared units are converted, and units of another quantity are reported`() throws {
        let header = """
            # %ECSV 1.0
            # ---
            # datatype:
            # - {name: pl_name, datatype: string}
            # - {name: pl_orbper, unit: h, datatype: float64}
            # - {name: pl_orbsmax, unit: km, datatype: float64}
            # - {name: sy_dist, unit: lyr, datatype: float64}
            # - {name: pl_trandur, unit: d, datatype: float64}
            # - {name: pl_rade, unit: kg, datatype: float64}
            # schema: astropy-2.0
            pl_name pl_orbper pl_orbsmax sy_dist pl_trandur pl_rade
            "A b" 240.0 149597870.7 32.61563777167433 0.1 1.0
            "A c" 240.0 149597870.7 32.61563777167433 3.0 1.0

            """
        let items = try items(Array(header.utf8))
        let planets = try planets(items)
        #expect(planets.map(\.orbitalPeriodDays) == [10, 10] && planets.map(\.semiMajorAxisAu) == [1, 1])
        #expect(planets.map(\.distancePc) == [10, 10] && planets.map(\.radiusKm) == [nil, nil])
        #expect(planets.map(\.transitDuration) == [2.4, 3])
        let warnings = items.compactMap { if case .warning(let reason, _) = $0 { reason.description } else { nil } }
        #expect(
            warnings == [
                "pl_rade: the unit “kg” cannot be converted to R⊕.",
                "pl_rade: the unit “kg” cannot be converted to R⊕.",
                """
                pl_trandur: declared in days, but the transit would take a quarter of an orbit; read as hours.
                """,
            ])
    }

    @Test(
        "Units are recognized by their names in the archive, astropy, and the VO standard",
        arguments: [
            ("pl_rade", "earthRad", 1.0), ("pl_rade", "R_earth", 1), ("pl_rade", "6378100m", 1),
            ("pl_rade", "jupiterRad", 11.2089806),
            ("pl_bmassj", "1.8981246e+27kg", 1), ("pl_bmassj", "M_jup", 1), ("pl_orbper", "days", 1),
            ("pl_orbper", "yr", 365.25), ("pl_orbper", "s", 1 / 86_400.0), ("st_mass", "solMass", 1),
            ("st_rad", "Rsun", 1),
            ("pl_orbsmax", "AU", 1), ("pl_orbincl", "rad", 180 / .pi), ("sy_dist", "kpc", 1_000),
            ("st_teff", "Kelvin", 1),
            ("pl_dens", "g / cm3", 1), ("pl_dens", "g/cm**3", 1), ("pl_dens", "kg / m3", 0.001),
        ] as [(String, String, Double)])
    func units(heading: String, unit: String, factor: Double) throws {
        func value(_ unit: String) throws -> Double? {
            let text = """
                <VOTABLE><TABLE><FIELD name="pl_name"/><FIELD name="\(heading)" unit="\(unit)"/><DATA><TABLEDATA>
                <TR><TD>A b</TD><TD>1</TD></TR></TABLEDATA></DATA></TABLE></VOTABLE>
                """
            let planet = try #require(try planets(items(Array(text.utf8))).first)
            let values = [
                planet.massKg, planet.radiusKm, planet.orbitalPeriodDays, planet.starMassSun, planet.starRadiusSun,
                planet.semiMajorAxisAu, planet.inclinationDeg, planet.distancePc, planet.starTemperatureK,
                planet.densityGCm3,
            ]
            return values.compactMap(\.self).first
        }
        let plain = try #require(try value(""))
        let converted = try #require(try value(unit))
        #expect(abs(converted / plain / factor - 1) < 1e-6)
    }
}
