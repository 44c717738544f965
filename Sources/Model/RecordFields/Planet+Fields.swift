extension Planet {
    /// The fields, in form order. Their keys are the columns of the catalog.
    public static let fields = EditableField<Planet>.sections([
        "General": [
            .text("name", "Name", \.name)
                .required().filtered(byNamesOf: .planet).sorted(by: "sort_key").searched(as: .catalogName)
                .shown(to: .nobody),
            .choice("type", "Type", \.type).alias("kind").filtered().sorted(),
            .choice("status", "Status", \.status).filtered().sorted(),
            .text("parent", "Orbits", \.parent)
                .filtered(as: "orbits", examples: ["Sun", "Jupiter", "Saturn", "Uranus", "Neptune"]).sorted()
                .searched(as: .mention),
        ],
        "Values": PlanetFigure.all.map(\.field) + [
            .integer("moons", "Moons", \.moons).filtered().sorted(),
            .flag("rings", "Rings", \.rings).filtered().sorted(),
            .flag("transiting", "Transiting", \.transiting).filtered().sorted().optionalInExports(),
        ],
        "Discovery": [
            .integer("discoveryYear", "Discovered", \.discoveryYear).filtered(as: "discovered").sorted(),
            .text("discoverer", "Discoverer", \.discoverer).filtered().sorted().searched(),
            .text("discoveryMethod", "Discovery method", \.discoveryMethod)
                .filtered(as: "method", examples: methods, vocabulary: .discoveryMethods).sorted().searched()
                .titledOnPage("Method"),
        ],
        "Star": [
            .text("constellation", "Constellation", \.constellation)
                .filtered(vocabulary: .constellations).sorted().searched(as: .keyword),
            .text("starSpectralType", "Star’s spectral type", \.starSpectralType)
                .filtered(as: "spectrum").sorted().titledOnPage("Star’s type"),
            .integer("systemStars", "Stars in the system", \.systemStars)
                .filtered(as: "stars").sorted().titledOnPage("Stars"),
        ],
        "Other": [
            EditableField(
                "estimated", "Provenance", .estimates(\.estimated),
                expects: """
                    one or more of axis, mass, mass-limit, measured-axis, measured-mass, measured-radius, minimum-mass, \
                    and radius, joined with “|”
                    """
            ).filtered(),
            .uncertainties("uncertainty", "Uncertainty", \.uncertainties).filtered().shown(to: .programs)
                .optionalInExports(),
            .texts("aliases", "Aliases", \.aliases).column("alias").filtered().searched(as: .catalogName),
            .text("source", "Source", \.source).filtered().sorted(),
            .text("url", "Website", \.url).filtered(),
            .labeled("citation", "Citation", \.citations)
                .filtered().titledOnPage("Citations").shown(to: .programs).shownLast().optionalInExports(),
            .labeled("field", "Custom field", \.customFields)
                .json("customFields").filtered().searched().titledOnPage("Other").shown(after: "aliases"),
        ],
    ])

    public static let mainFields = [
        "name", "type", "parent", "massKg", "radiusKm", "semiMajorAxisAu", "orbitalPeriodDays", "discoveryYear",
    ]

    public static let orders = declaredOrders(
        deriving: PlanetQuantity.all.compactMap(\.filterField).map(\.name), besides: "version")

    /// The discovery methods as named in the NASA Exoplanet Archive.
    private static let methods = [
        "Transit", "Radial Velocity", "Microlensing", "Imaging", "Transit Timing Variations",
        "Eclipse Timing Variations", "Astrometry", "Orbital Brightness Modulation", "Pulsar Timing",
        "Disk Kinematics", "Pulsation Timing Variations",
    ]
}

extension PlanetFigure {
    fileprivate var field: EditableField<Planet> {
        let isPosition = [PlanetFigure.rightAscension.key, PlanetFigure.declination.key].contains(key)
        var field = EditableField<Planet>(key, title, .figure(self), expects: expects)
            .adapting { [key, path] before, planet, edited in
                // The uncertainty belonged to the former value.
                if !edited.contains("uncertainty"), planet[keyPath: path] != before[keyPath: path],
                    planet.uncertainties[key] == before.uncertainties[key]
                {
                    planet.uncertainties[key] = nil
                }
                planet.recalculate(after: before, except: edited)
                if isPosition, !edited.contains("constellation") { planet.updateConstellation(after: before) }
            }
        if isOptionalInExports { field = field.optionalInExports() }
        if key == PlanetFigure.temperature.key {
            let title = "Equilibrium temperature"
            field = field.titledOnPage { $0.type == .exoplanet ? title : nil }.alsoLabeled(title)
        }
        return filter.map { field.filtered(as: $0).sorted() } ?? field.filtered().shown(to: .programs)
    }
}
