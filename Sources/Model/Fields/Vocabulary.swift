/// The standard spellings of the values of a text field, with abbreviations and other spellings that forms and filters
/// accept.
enum Vocabulary: Hashable, Sendable {
    case constellations, discoveryMethods

    /// Returns the standard spelling of a text, or `nil` if the text is not in the vocabulary.
    func spelling(of text: String) -> String? {
        switch self {
        case .constellations: Constellation(text)?.name
        case .discoveryMethods: Self.methods[text.lowercased().filter { !$0.isWhitespace && $0 != "-" }]
        }
    }

    /// Returns a part of a value, spelled as in the values. Names of constellations have no accents.
    func part(of text: String) -> String {
        self == .constellations ? text.replacing("ö", with: "o").replacing("Ö", with: "O") : text
    }

    /// The discovery methods of the NASA Exoplanet Archive by their usual abbreviations, without spaces and hyphens.
    private static let methods = [
        "rv": "Radial Velocity", "radialvelocity": "Radial Velocity", "doppler": "Radial Velocity",
        "transits": "Transit", "ml": "Microlensing", "directimaging": "Imaging", "di": "Imaging",
        "ttv": "Transit Timing Variations", "transittiming": "Transit Timing Variations",
        "etv": "Eclipse Timing Variations", "eclipsetiming": "Eclipse Timing Variations",
        "obm": "Orbital Brightness Modulation", "pulsartiming": "Pulsar Timing", "diskkinematics": "Disk Kinematics",
        "ptv": "Pulsation Timing Variations",
    ]
}
