import Model
import Text

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
