/// The query for a complete download from the NASA Exoplanet Archive
/// (https://exoplanetarchive.ipac.caltech.edu/docs/TAP/usingTAP.html).
public enum ExoplanetArchiveQuery {
    /// The URL of the columns of PSCompPars that imports use, in CSV.
    public static let url =
        "https://exoplanetarchive.ipac.caltech.edu/TAP/sync?query=select+\(columns.joined(separator: ","))"
        + "+from+pscomppars&format=csv"

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
    /// The references that show whether a value was calculated.
    private static let references = ["pl_rade_reflink", "pl_orbsmax_reflink"]
}
