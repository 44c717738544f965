import Model
import Text

/// A row of the archive on its way to what it says.
struct ArchiveRow {
    private let row: CatalogRow
    private var entry: CatalogEntry

    /// Nil for one of several solutions that is not the archive's default.
    static func entry(of row: CatalogRow) throws(RowProblem) -> CatalogEntry? {
        if row.has(ArchiveColumns.isDefault), row.text(ArchiveColumns.isDefault) != "1" { return nil }
        var reading = ArchiveRow(row, CatalogEntry(row, name: try row.require(ArchiveColumns.name)))
        try reading.readTexts()
        try reading.readFigures()
        return reading.entry
    }

    private init(_ row: CatalogRow, _ entry: CatalogEntry) {
        self.row = row
        self.entry = entry
        self.entry.mayBeRounded = true
        self.entry.sources = ["nea"]
        self.entry.wordsOfNew = [
            FieldAssignment(key: "type", value: PlanetType.exoplanet.rawValue),
            FieldAssignment(key: "url", value: Self.overview + entry.name.percentEncoded(keeping: "-._~")),
        ]
        let letter = row.text(ArchiveColumns.letter) ?? String(entry.name.split(separator: " ").last ?? "")
        self.entry.aliases = ArchiveColumns.starNames.compactMap { row.text($0) }.map { "\($0) \(letter)" }
            .filter { $0 != entry.name }
    }

    private static let overview = "https://exoplanetarchive.ipac.caltech.edu/overview/"

    // MARK: - Texts

    private mutating func readTexts() throws(RowProblem) {
        for (heading, key) in ArchiveColumns.texts {
            guard let cell = row.cell(heading) else { continue }
            try row.add(FieldAssignment(key: key, value: cell.text.trimmed), from: cell, to: &entry.words)
        }
        guard row.has(ArchiveColumns.isControversial) else { return }
        let isControversial = row.text(ArchiveColumns.isControversial) == "1"
        let status = isControversial ? PlanetStatus.controversial : .confirmed
        entry.words.append(FieldAssignment(key: "status", value: status.rawValue))
    }

    // MARK: - Figures

    private mutating func readFigures() throws(RowProblem) {
        var known: Set<String> = []
        for column in ArchiveColumns.figures where !known.contains(column.figure.key) {
            // Density tells something of what is measured only.
            if column.figure.key == PlanetFigure.density.key, !isMeasured(column) { continue }
            guard let cell = row.cell(column.heading), let number = try row.number(column.heading) else { continue }
            known.insert(column.figure.key)
            let limit = try row.number(column.limit) ?? 0
            guard judge(column, limit: limit) else {
                entry.limits.append(column.heading)
                continue
            }
            let word = FieldAssignment(key: column.figure.key, value: String(column.value(of: number)))
            try row.add(word, from: cell, to: &entry.words)
            if let citation = reference(for: column)?.citation {
                entry.citations.append(Labeled(column.figure.key, citation))
            }
        }
    }

    private func isMeasured(_ density: ArchiveColumns.Figure) -> Bool {
        reference(for: density)?.isComputed != true && entry.marks.isDisjoint(with: [.mass, .massLimit, .radius])
    }

    /// Finds out how a figure is known; false for one that is left out, since nothing here could say that it is a limit.
    private mutating func judge(_ column: ArchiveColumns.Figure, limit: Double) -> Bool {
        let isComputed = reference(for: column)?.isComputed
        switch column.figure.key {
        case PlanetFigure.mass.key:
            judgeMass(column, limit: limit, isComputed: isComputed)
            return true
        case PlanetFigure.radius.key:
            return limit == 0 && mark(.radius, isSet: isComputed ?? seemsComputed(column))
        case PlanetFigure.axis.key:
            return limit == 0 && mark(.axis, isSet: isComputed)
        default:
            return limit == 0
        }
    }

    private mutating func judgeMass(_ column: ArchiveColumns.Figure, limit: Double, isComputed: Bool?) {
        let provenance = row.text(ArchiveColumns.provenance)
        let isMinimum = column.heading.hasPrefix("pl_msini") || provenance == "Msini" || limit < 0
        let isFromRadius = provenance?.hasPrefix("M-R") ?? (isComputed == true)
        let isKnown = provenance != nil || isComputed != nil || row.has(column.limit)
        if isKnown || isMinimum { entry.judged.formUnion([.mass, .massLimit, .minimumMass]) }
        if isFromRadius { entry.marks.insert(.mass) }
        if limit > 0 { entry.marks.insert(.massLimit) } else if isMinimum { entry.marks.insert(.minimumMass) }
    }

    /// - Parameter isSet: Nil where the row does not tell.
    private mutating func mark(_ mark: Estimates, isSet: Bool?) -> Bool {
        guard let isSet else { return true }
        entry.judged.formUnion(mark)
        if isSet { entry.marks.formUnion(mark) }
        return true
    }

    /// Whether a radius without a reference is likely computed: such have no error bars, but so have some of papers. Those
    /// of PS are all of papers; a body that crosses its star shows its radius, and so does one whose mass was made of it.
    /// Nil where there is no column of errors.
    private func seemsComputed(_ radius: ArchiveColumns.Figure) -> Bool? {
        if row.has(ArchiveColumns.isDefault) || entry.marks.contains(.mass) { return false }
        if row.text(ArchiveColumns.crosses) == "1" || row.text(ArchiveColumns.method) == "Transit" { return false }
        let errors = radius.heading + "err1"
        return row.has(errors) ? row.text(errors) == nil : nil
    }

    private func reference(for column: ArchiveColumns.Figure) -> ArchiveReference? {
        column.references.lazy.compactMap { row.text($0) }.first.map(ArchiveReference.init)
    }
}

/// A reference as the archive writes it: `<a refstr=SMITH_ET_AL__2020 href=https://… target=ref>Smith et al. 2020</a>`.
struct ArchiveReference: Hashable {
    /// Whether it says that the archive has computed the value itself.
    let isComputed: Bool
    /// What it says to people, and where: `Smith et al. 2020, https://…`.
    let citation: String

    init(_ text: String) {
        let title = Self.title(of: text)
        isComputed = text.contains("CALCULATED_VALUE") || title.lowercased().contains("calculated")
        let link = Self.link(in: text).map { $0.hasPrefix("/") ? Self.archive + $0 : $0 }
        citation = [title, link ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static let archive = "https://exoplanetarchive.ipac.caltech.edu"

    /// What stands between the tags, with the characters that HTML writes by name.
    private static func title(of text: String) -> String {
        var title = ""
        var isTag = false
        for character in text {
            if character == "<" { isTag = true }
            if !isTag { title.append(character) }
            if character == ">" { isTag = false }
        }
        for (name, character) in names {
            title = title.split(separator: name, omittingEmptySubsequences: false).joined(separator: character)
        }
        return title.trimmed
    }

    /// The ampersand last, so that nothing is read twice.
    private static let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&amp;", "&")]

    private static func link(in text: String) -> String? {
        guard let start = text.utf8.firstRange(of: "href=".utf8)?.upperBound else { return nil }
        let rest = text[start...].drop { $0 == "\"" || $0 == "'" }
        return String(rest.prefix { !$0.isWhitespace && !"\"'>".contains($0) })
    }
}

/// The columns of the NASA Exoplanet Archive's tables PSCompPars and PS that tell what a planet here has
/// (https://exoplanetarchive.ipac.caltech.edu/docs/API_PS_columns.html). Beside a figure stand `…lim`, 1 for an upper and -1
/// for a lower limit, and `…_reflink`, a link to the paper; in PS one reference stands for all of a solution.
enum ArchiveColumns {
    static let name = "pl_name"
    /// 1 in the row of PS with the archive's choice of solutions; PSCompPars has one row for each planet.
    static let isDefault = "default_flag"
    static let host = "hostname"
    static let letter = "pl_letter"
    static let isControversial = "pl_controv_flag"
    static let method = "discoverymethod"
    /// 1 for a body that has been seen to cross its star.
    static let crosses = "tran_flag"
    /// How the mass is known.
    static let provenance = "pl_bmassprov"

    /// A column with a figure, and the factor that makes it ours.
    struct Figure {
        let heading: String
        let figure: PlanetFigure
        var unit: Unit?

        init(_ heading: String, _ figure: PlanetFigure, in unit: Unit? = nil) {
            self.heading = heading
            self.figure = figure
            self.unit = unit
        }

        /// As the catalogue writes what was converted: masses with as many digits as the archive has, without noise.
        func value(of number: Double) -> Double {
            guard let unit, let stored = figure.stored else { return number }
            return unit.convert(number, to: stored).rounded(toDigits: 8)
        }

        var limit: String { heading + "lim" }

        /// Those of the errors and references of masses have no unit in their names.
        var references: [String] {
            [heading + "_reflink", String(heading.dropLast()) + "_reflink", String(heading.prefix(3)) + "refname"]
        }
    }

    /// Of several for one figure the first that the row has is taken: that is the one our seeds were made of.
    static let figures = [
        Figure("pl_bmassj", .mass, in: .mjup), Figure("pl_bmasse", .mass, in: .mearth),
        Figure("pl_massj", .mass, in: .mjup), Figure("pl_masse", .mass, in: .mearth),
        Figure("pl_msinij", .mass, in: .mjup), Figure("pl_msinie", .mass, in: .mearth),
        Figure("pl_rade", .radius, in: .rearth), Figure("pl_radj", .radius, in: .rjup),
        Figure("pl_orbsmax", .axis), Figure("pl_orbeccen", .eccentricity), Figure("pl_orbincl", .inclination),
        Figure("pl_orbper", .period), Figure("pl_eqt", .temperature), Figure("pl_dens", .density),
        Figure("sy_dist", .distance), Figure("st_mass", .starMass), Figure("st_rad", .starRadius),
        Figure("st_teff", .starTemperature), Figure("ra", .rightAscension), Figure("dec", .declination),
    ]

    /// Columns with a text or a count, and the fields they are.
    static let texts = [
        (heading: "hostname", key: "parent"), (heading: method, key: "discoveryMethod"),
        (heading: "disc_year", key: "discoveryYear"), (heading: "disc_facility", key: "discoverer"),
        (heading: "st_spectype", key: "starSpectralType"), (heading: "sy_snum", key: "systemStars"),
    ]

    /// Other names of the star.
    static let starNames = ["hd_name", "hip_name"]
}
