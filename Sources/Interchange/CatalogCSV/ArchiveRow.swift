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
            FieldAssignment(key: "url", value: Self.overview + Self.escaped(entry.name)),
        ]
        let letter = row.text(ArchiveColumns.letter) ?? String(entry.name.split(separator: " ").last ?? "")
        self.entry.aliases = ArchiveColumns.starNames.compactMap { row.text($0) }.map { "\($0) \(letter)" }
            .filter { $0 != entry.name }
    }

    private static let overview = "https://exoplanetarchive.ipac.caltech.edu/overview/"

    /// Percent-encoded but for what RFC 3986 section 2.3 leaves as it is.
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || "-._~".utf8.contains(byte)
                ? String(scalar) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }

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
