import Model
import Text

/// A parser of one row of the NASA Exoplanet Archive.
struct ExoplanetArchiveRow {
    private let row: CatalogRow
    private let table: ExoplanetArchiveTable
    private var entry: CatalogEntry

    /// Parses a row.
    ///
    /// - Returns: The entry, or `nil` if the row is not the default solution of a planet.
    static func entry(of row: CatalogRow) throws(RowProblem) -> CatalogEntry? {
        if row.has(ExoplanetArchiveColumns.isDefault), row.text(ExoplanetArchiveColumns.isDefault) != "1" { return nil }
        let table = ExoplanetArchiveTable(headings: row.columns.keys) ?? .planets
        var reading = ExoplanetArchiveRow(row, table, CatalogEntry(row, name: try table.name(of: row)))
        reading.readTexts()
        reading.readFigures()
        return reading.entry
    }

    private init(_ row: CatalogRow, _ table: ExoplanetArchiveTable, _ entry: CatalogEntry) {
        self.row = row
        self.table = table
        self.entry = entry
        self.entry.mayBeRounded = true
        self.entry.published = ExoplanetArchiveColumns.dates.firstNonNil { row.text($0) } ?? ""
        self.entry.sources = ["nea"]
        self.entry.newPlanetAssignments = [
            FieldAssignment(key: "type", value: PlanetType.exoplanet.rawValue),
            FieldAssignment(key: "url", value: Self.overview + entry.name.percentEncoded(keeping: "-._~")),
        ]
        let letter = row.text(ExoplanetArchiveColumns.letter) ?? String(entry.name.split(separator: " ").last ?? "")
        let names = ExoplanetArchiveColumns.starNames.compactMap { row.text($0) }.map { "\($0) \(letter)" }
        self.entry.aliases = (names + table.otherNames(of: row)).filter { $0 != entry.name }
    }

    private static let overview = "https://exoplanetarchive.ipac.caltech.edu/overview/"

    private mutating func readTexts() {
        for (heading, key) in ExoplanetArchiveColumns.texts {
            guard let cell = row.cell(heading) else { continue }
            entry.add(FieldAssignment(key: key, value: cell.text.trimmed), from: cell, of: row)
        }
        entry.assignments += table.assignments(of: row)
        if let flag = row.text(ExoplanetArchiveColumns.crosses), ["0", "1"].contains(flag) {
            entry.assignments.append(FieldAssignment(key: "transiting", value: flag == "1" ? "yes" : "no"))
        }
        guard row.has(ExoplanetArchiveColumns.isControversial) else { return }
        let isControversial = row.text(ExoplanetArchiveColumns.isControversial) == "1"
        let status = isControversial ? PlanetStatus.controversial : .confirmed
        entry.assignments.append(FieldAssignment(key: "status", value: status.rawValue))
    }

    private mutating func readFigures() {
        var known: Set<String> = []
        for column in table.figures where !known.contains(column.figure.key) {
            // The archive also lists densities computed from estimated masses or radii.
            if column.figure.key == PlanetFigure.density.key, !isMeasured(column) { continue }
            guard let cell = row.cell(column.heading), var number = entry.number(in: column, of: row) else { continue }
            if column.figure.key == PlanetFigure.transitDuration.key, let hours = mislabeledHours(number, in: column) {
                number = hours
            }
            known.insert(column.figure.key)
            let limit = entry.number(column.limit, of: row) ?? 0
            guard markBasis(column, limit: limit) else {
                entry.limits.append(column.heading)
                continue
            }
            let word = FieldAssignment(key: column.figure.key, value: String(column.value(of: number)))
            guard entry.add(word, from: cell, of: row) else { continue }
            entry.uncertainties[column.figure.key] = uncertainty(of: column)
            if let citation = reference(for: column)?.citation {
                entry.citations.append(Labeled(column.figure.key, citation))
            }
        }
    }

    /// If the transit duration is declared in days but is in hours, adds a warning and returns the duration in the
    /// expected unit of the column. Otherwise, returns `nil`.
    private mutating func mislabeledHours(_ hours: Double, in column: ExoplanetArchiveColumns.Figure) -> Double? {
        // Tables of the archive itself contain such values. No transit takes a quarter of an orbit.
        guard row.declared[column.heading]?.isDeclared(in: .day) == true,
            let days = entry.number("pl_orbper", in: .day, of: row), hours > days * 24 / 4
        else { return nil }
        entry.warnings.append(
            RowProblem(
                place: row.place,
                reason:
                    "\(column.heading): declared in days, but the transit would take a quarter of an orbit; read as hours."
            ))
        return hours / 24
    }

    /// Returns the uncertainty of a value. In the archive, the distance to the lower bound is negative. An uncertainty
    /// that is stated for only one side applies to both sides.
    private mutating func uncertainty(of column: ExoplanetArchiveColumns.Figure) -> Uncertainty? {
        let unit = column.expected
        let upper = entry.number(column.error + "1", in: unit, of: row)
        let lower = entry.number(column.error + "2", in: unit, of: row).map { -$0 }
        guard let first = upper ?? lower, let second = lower ?? upper else { return nil }
        return Uncertainty(upper: column.distance(of: first), lower: column.distance(of: second))
    }

    private func isMeasured(_ density: ExoplanetArchiveColumns.Figure) -> Bool {
        reference(for: density)?.isComputed != true && entry.marks.isDisjoint(with: [.mass, .massLimit, .radius])
    }

    /// Records whether a value was computed or is a limit.
    ///
    /// - Returns: Whether the value can be stored. For most values, limits cannot be stored.
    private mutating func markBasis(_ column: ExoplanetArchiveColumns.Figure, limit: Double) -> Bool {
        let isComputed = reference(for: column)?.isComputed
        // A published value was measured, unless the table has a column for its uncertainty and the cell is empty.
        if isComputed == false, !row.has(column.error + "1") {
            let measured = CatalogEntry.marks(of: column.figure.key).subtracting([.calculated, .minimumMass])
            entry.decidedMarks.formUnion(measured)
            entry.marks.formUnion(measured)
        }
        switch column.figure.key {
        case PlanetFigure.mass.key:
            markMass(column, limit: limit, isComputed: isComputed)
            return true
        case PlanetFigure.radius.key:
            if limit == 0 { mark(.radius, isSet: isComputed ?? seemsComputed(column)) }
        case PlanetFigure.axis.key:
            if limit == 0 { mark(.axis, isSet: isComputed) }
        default: break
        }
        return limit == 0
    }

    private mutating func markMass(_ column: ExoplanetArchiveColumns.Figure, limit: Double, isComputed: Bool?) {
        let provenance = row.text(ExoplanetArchiveColumns.provenance)
        let isMinimum = column.heading.hasPrefix("pl_msini") || provenance == "Msini" || limit < 0
        let isFromRadius = provenance?.hasPrefix("M-R") ?? (isComputed == true)
        let isKnown = provenance != nil || isComputed != nil || row.has(column.limit)
        if isKnown || isMinimum { entry.decidedMarks.formUnion([.mass, .massLimit, .minimumMass]) }
        if isFromRadius { entry.marks.insert(.mass) }
        if limit > 0 { entry.marks.insert(.massLimit) } else if isMinimum { entry.marks.insert(.minimumMass) }
    }

    /// Sets or clears an estimate mark.
    ///
    /// - Parameter isSet: Whether to set the mark, or `nil` if the row does not contain this information.
    private mutating func mark(_ mark: Estimates, isSet: Bool?) {
        guard let isSet else { return }
        entry.decidedMarks.formUnion(mark)
        if isSet { entry.marks.formUnion(mark) }
    }

    /// Returns whether a radius without a reference was probably computed, or `nil` if there is no uncertainty column.
    private func seemsComputed(_ radius: ExoplanetArchiveColumns.Figure) -> Bool? {
        // A computed radius has no uncertainty. Measured radii can also lack one if they are in table PS, belong to
        // transiting planets, or were used to compute the mass.
        if row.has(ExoplanetArchiveColumns.isDefault) || entry.marks.contains(.mass) { return false }
        if row.text(ExoplanetArchiveColumns.crosses) == "1" || row.text(ExoplanetArchiveColumns.method) == "Transit" {
            return false
        }
        let errors = radius.error + "1"
        return row.has(errors) ? row.text(errors) == nil : nil
    }

    private func reference(for column: ExoplanetArchiveColumns.Figure) -> ExoplanetArchiveReference? {
        column.references.firstNonNil { row.text($0) }.map(ExoplanetArchiveReference.init)
    }
}

/// A reference in the archive, such as `<a refstr=SMITH_ET_AL__2020 href=https://… target=ref>Smith et al. 2020</a>`.
struct ExoplanetArchiveReference: Hashable {
    /// Whether the archive computed the value itself.
    let isComputed: Bool
    /// The title and the link, such as `Smith et al. 2020, https://…`.
    let citation: String

    init(_ text: String) {
        let title = Self.title(of: text)
        isComputed = text.contains("CALCULATED_VALUE") || title.lowercased().contains("calculated")
        let link = Self.link(in: text).map { $0.hasPrefix("/") ? Self.archive + $0 : $0 }
        citation = [title, link ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static let archive = "https://exoplanetarchive.ipac.caltech.edu"

    /// Returns the text outside tags, with character references decoded.
    private static func title(of text: String) -> String {
        var title = ""
        var isTag = false
        for character in text {
            if character == "<" { isTag = true }
            if !isTag { title.append(character) }
            if character == ">" { isTag = false }
        }
        return CharacterReferences.decoded(title).trimmed
    }

    private static func link(in text: String) -> String? {
        guard let start = text.utf8.firstRange(of: "href=".utf8)?.upperBound else { return nil }
        let rest = text[start...].drop { $0 == "\"" || $0 == "'" }
        return CharacterReferences.decoded(String(rest.prefix { !$0.isWhitespace && !"\"'>".contains($0) }))
    }
}

/// The imported columns of the tables PSCompPars and PS of the NASA Exoplanet Archive
/// (https://exoplanetarchive.ipac.caltech.edu/docs/API_PS_columns.html).
///
/// For each value, `…lim` is 1 for an upper limit and -1 for a lower limit, and `…_reflink` links to the paper. In PS,
/// a reference applies to all values of a row in columns with the same prefix, such as `pl_`.
enum ExoplanetArchiveColumns {
    static let name = "pl_name"
    /// A column of PS that is 1 for the default solution of a planet. PSCompPars has only one row for each planet.
    static let isDefault = "default_flag"
    static let host = "hostname"
    static let letter = "pl_letter"
    static let isControversial = "pl_controv_flag"
    static let method = "discoverymethod"
    static let crosses = "tran_flag"
    static let provenance = "pl_bmassprov"

    /// A numeric column with its unit.
    struct Figure {
        let heading: String
        let figure: PlanetFigure
        var unit: Unit?
        /// The number that is added to a value of this column for storage, such as an offset of Julian dates.
        var offset = 0.0

        init(_ heading: String, _ figure: PlanetFigure, in unit: Unit? = nil, offset: Double = 0) {
            self.heading = heading
            self.figure = figure
            self.unit = unit
            self.offset = offset
        }

        /// The unit of the column unless the file declares another.
        var expected: Unit? { unit ?? figure.stored }

        /// Converts a number from this column to the stored unit. A converted number is rounded to eight digits.
        func value(of number: Double) -> Double {
            guard let unit, let stored = figure.stored else { return number + offset }
            return unit.convert(number, to: stored).rounded(toDigits: 8)
        }

        /// Converts an uncertainty from this column to the stored unit. A converted uncertainty is rounded to four
        /// digits.
        func distance(of number: Double) -> Double {
            unit == nil ? number : value(of: number).rounded(toDigits: 4)
        }

        var limit: String { heading + "lim" }
        /// The prefix shared by the headings of the uncertainty columns.
        var error: String { heading + (heading.hasPrefix("koi_") ? "_err" : "err") }

        /// The columns with references, in order of preference. The reference columns of masses have no unit in their
        /// names.
        var references: [String] {
            [heading + "_reflink", String(heading.dropLast()) + "_reflink", String(heading.prefix(3)) + "refname"]
        }
    }

    /// The numeric columns, in order of preference. For each field, the first column with a value is used.
    static let figures = [
        Figure("pl_bmassj", .mass, in: .mjup), Figure("pl_bmasse", .mass, in: .mearth),
        Figure("pl_massj", .mass, in: .mjup), Figure("pl_masse", .mass, in: .mearth),
        Figure("pl_msinij", .mass, in: .mjup), Figure("pl_msinie", .mass, in: .mearth),
        Figure("pl_rade", .radius, in: .rearth), Figure("pl_radj", .radius, in: .rjup),
        Figure("pl_orbsmax", .axis), Figure("pl_orbeccen", .eccentricity), Figure("pl_orbincl", .inclination),
        Figure("pl_orbper", .period), Figure("pl_eqt", .temperature), Figure("pl_dens", .density),
        Figure("pl_tranmid", .transitMidpoint), Figure("pl_trandur", .transitDuration),
        Figure("sy_dist", .distance), Figure("st_mass", .starMass), Figure("st_rad", .starRadius),
        Figure("st_teff", .starTemperature), Figure("sy_vmag", .starMagnitudeV),
        Figure("sy_gaiamag", .starMagnitudeGaia), Figure("sy_kmag", .starMagnitudeK), Figure("ra", .rightAscension),
        Figure("dec", .declination),
    ]

    /// The text and integer columns, with the keys of their fields.
    static let texts = [
        (heading: host, key: "parent"), (heading: method, key: "discoveryMethod"),
        (heading: "disc_year", key: "discoveryYear"), (heading: "disc_facility", key: "discoverer"),
        (heading: "st_spectype", key: "starSpectralType"), (heading: "sy_snum", key: "systemStars"),
    ]

    static let starNames = ["hd_name", "hip_name"]

    /// The columns with the dates of a row, in order of preference: its publication, its last change, and its release.
    static let dates = ["pl_pubdate", "rowupdate", "releasedate"]

    /// Returns whether a column occurs only in planet tables.
    static func isOfPlanets(_ heading: String) -> Bool { ["pl_", "koi_"].contains(where: heading.hasPrefix) }
}

/// A kind of table in the NASA Exoplanet Archive, recognized by its headings.
enum ExoplanetArchiveTable {
    /// PSCompPars and PS (https://exoplanetarchive.ipac.caltech.edu/docs/API_PS_columns.html).
    case planets
    /// The confirmed planets as exported before 2021, with a star and a letter instead of a name.
    case formerPlanets
    /// The TESS objects of interest (https://exoplanetarchive.ipac.caltech.edu/docs/API_TOI_columns.html).
    case toi
    /// The Kepler objects of interest (https://exoplanetarchive.ipac.caltech.edu/docs/API_kepcandidate_columns.html).
    case koi

    private static let formerHost = "pl_hostname"
    private static let toiName = "toi"
    private static let koiName = "kepoi_name"
    private static let keplerName = "kepler_name"

    init?(headings: some Sequence<String>) {
        let headings = Set(headings)
        if headings.contains(ExoplanetArchiveColumns.name) {
            self = .planets
        } else if headings.isSuperset(of: [Self.formerHost, ExoplanetArchiveColumns.letter]) {
            self = .formerPlanets
        } else if headings.isSuperset(of: [Self.toiName, "pl_orbper"]) {
            self = .toi
        } else if headings.isSuperset(of: [Self.koiName, "koi_period"]) {
            self = .koi
        } else {
            return nil
        }
    }

    func name(of row: CatalogRow) throws(RowProblem) -> String {
        switch self {
        case .planets: try row.require(ExoplanetArchiveColumns.name)
        case .formerPlanets: "\(try row.require(Self.formerHost)) \(try row.require(ExoplanetArchiveColumns.letter))"
        case .toi: "TOI-\(try row.require(Self.toiName))"
        case .koi:
            if let name = row.text(Self.keplerName) { name } else { Self.candidate(try row.require(Self.koiName)) }
        }
    }

    /// Returns the names of the planet other than its main name.
    func otherNames(of row: CatalogRow) -> [String] {
        self == .koi ? [row.text(Self.koiName).map(Self.candidate)].compactMap(\.self) : []
    }

    /// Returns the values that depend on the kind of table: the star in the former planet table, and the star, the
    /// status, and the discovery method of objects of interest.
    func assignments(of row: CatalogRow) -> [FieldAssignment] {
        switch self {
        case .planets: return []
        case .formerPlanets:
            let host = row.text(Self.formerHost).map { FieldAssignment(key: "parent", value: $0) }
            return [host].compactMap(\.self)
        case .toi:
            let star = row.text(Self.toiName).map { "TOI-\($0.prefix { $0 != "." })" }
            return Self.assignments(star: star, disposition: row.text("tfopwg_disp"))
        case .koi:
            let kepler = row.text(Self.keplerName)?.split(separator: " ").dropLast().joined(separator: " ")
            let star = kepler ?? row.text(Self.koiName).map { String(Self.candidate($0).prefix { $0 != "." }) }
            return Self.assignments(star: star, disposition: row.text("koi_disposition"))
        }
    }

    private static func assignments(star: String?, disposition: String?) -> [FieldAssignment] {
        let status = disposition.flatMap { statuses[$0] }.map { FieldAssignment(key: "status", value: $0.rawValue) }
        let method = FieldAssignment(key: "discoveryMethod", value: "Transit")
        return [star.map { FieldAssignment(key: "parent", value: $0) }, status, method].compactMap(\.self)
    }

    /// The status for each disposition in the TOI and KOI tables. The abbreviations mean confirmed planet (CP), known
    /// planet (KP), planet candidate (PC), ambiguous planet candidate (APC), false positive (FP), and false alarm (FA).
    private static let statuses: [String: PlanetStatus] = [
        "CONFIRMED": .confirmed, "CP": .confirmed, "KP": .confirmed, "CANDIDATE": .candidate, "PC": .candidate,
        "APC": .controversial, "FALSE POSITIVE": .retracted, "FP": .retracted, "FA": .retracted,
    ]

    /// Returns whether a name is that of a candidate, such as `TOI-1000.01` or `KOI-752.01`.
    static func isCandidate(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let catalogs = ["TOI", "KOI", "TIC", "KIC", "EPIC", "K0"]
        return parts.count == 2 && parts[1].allSatisfy(\.isNumber) && catalogs.contains(where: parts[0].hasPrefix)
    }

    /// Returns the usual form of a designation: `KOI-752.01` for `K00752.01`.
    private static func candidate(_ designation: String) -> String {
        "KOI-\(designation.drop { $0 == "K" || $0 == "0" })"
    }

    /// The numeric columns, in order of preference.
    var figures: [ExoplanetArchiveColumns.Figure] {
        switch self {
        case .planets: ExoplanetArchiveColumns.figures
        // The durations of the former table are in days.
        case .formerPlanets:
            [ExoplanetArchiveColumns.Figure("pl_trandur", .transitDuration, in: .day)]
                + ExoplanetArchiveColumns.figures + Self.stars
        case .toi: ExoplanetArchiveColumns.figures + Self.stars
        case .koi: Self.koiFigures
        }
    }

    private static let stars: [ExoplanetArchiveColumns.Figure] = [
        .init("pl_trandurh", .transitDuration), .init("st_dist", .distance), .init("st_optmag", .starMagnitudeV),
    ]

    private static let koiFigures: [ExoplanetArchiveColumns.Figure] = [
        .init("koi_period", .period), .init("koi_prad", .radius, in: .rearth), .init("koi_sma", .axis),
        .init("koi_incl", .inclination), .init("koi_eccen", .eccentricity), .init("koi_teq", .temperature),
        .init("koi_duration", .transitDuration), .init("koi_time0", .transitMidpoint),
        .init("koi_time0bk", .transitMidpoint, offset: 2_454_833), .init("koi_steff", .starTemperature),
        .init("koi_srad", .starRadius), .init("koi_smass", .starMass), .init("ra", .rightAscension),
        .init("dec", .declination),
    ]
}

/// The query for a complete download from the NASA Exoplanet Archive
/// (https://exoplanetarchive.ipac.caltech.edu/docs/TAP/usingTAP.html).
public enum ExoplanetArchiveQuery {
    /// A shell command that downloads the imported columns of PSCompPars in CSV format.
    public static let command: String = {
        var lines = ["curl -fsSo pscomppars.csv -G -d format=csv --data-urlencode 'query=select"]
        var line = ""
        for (index, column) in columns.enumerated() {
            let word = index + 1 < columns.count ? column + "," : column
            if line.utf8.count + word.utf8.count > widest {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " " + word
        }
        return (lines + [line, "from pscomppars' https://exoplanetarchive.ipac.caltech.edu/TAP/sync"])
            .joined(separator: "\n")
    }()

    /// The maximum width of the lines that list the columns.
    private static let widest = 76

    private static let columns =
        texts + measured.flatMap { [$0, $0 + "err1", $0 + "err2", $0 + "lim"] }
        + uncertain.flatMap { [$0, $0 + "err1", $0 + "err2"] } + references

    private static let texts = [
        "pl_name", "pl_letter", "hostname", "hd_name", "hip_name", "discoverymethod", "disc_year", "disc_facility",
        "pl_controv_flag", "tran_flag", "pl_bmassprov", "st_spectype", "sy_snum", "ra", "dec",
    ]
    private static let measured = [
        "pl_bmassj", "pl_rade", "pl_orbper", "pl_orbsmax", "pl_orbeccen", "pl_orbincl", "pl_eqt", "pl_dens",
        "pl_tranmid", "pl_trandur", "st_mass", "st_rad", "st_teff",
    ]
    private static let uncertain = ["sy_dist", "sy_vmag", "sy_gaiamag", "sy_kmag"]
    /// The columns with references that show whether a value was calculated.
    private static let references = ["pl_rade_reflink", "pl_orbsmax_reflink"]
}
