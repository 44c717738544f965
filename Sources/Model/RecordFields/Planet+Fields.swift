extension Planet {
    /// What can be typed of a planet; the keys are the catalogue's columns, so a row of the catalogue is a list of these.
    public static let fields: [EditableField<Planet>] =
        [
            .text("name", "Name", \.name, isRequired: true),
            .choice("type", alias: "kind", "Type", \.type),
            .choice("status", "Status", \.status),
            .text("parent", "Orbits", \.parent),
        ] + PlanetFigure.all.map(\.field) + [
            .count("moons", "Moons", \.moons),
            .flag("rings", "Rings", \.rings),
            .count("discoveryYear", "Discovered", \.discoveryYear),
            .text("discoverer", "Discoverer", \.discoverer),
            .text("discoveryMethod", "Discovery method", \.discoveryMethod),
            .text("constellation", "Constellation", \.constellation),
            .text("starSpectralType", "Star's spectral type", \.starSpectralType),
            .count("systemStars", "Stars in the system", \.systemStars),
            estimatedField,
            .several("aliases", "Also called", \.aliases),
            .text("source", "Source", \.source),
            .text("url", "Web page", \.url),
            .labeled("citation", alias: "citations", "Citation", \.citations),
            .labeled("field", alias: "customfields", "Custom field", \.customFields),
        ]

    private static let estimatedField = EditableField<Planet>(
        key: "estimated", title: "Estimated", shape: .single,
        expects: "marks such as axis|mass (of axis, mass, mass-limit, minimum-mass, radius)",
        read: { $0.estimated.isEmpty ? [] : [Labeled("", $0.estimated.catalog)] },
        write: { (planet, values) throws(FieldProblem) in
            let text = values.first?.value ?? ""
            guard let marks = Estimates(catalog: text) else {
                throw .unreadable(
                    field: "Estimated", value: text, expected: "axis, mass, mass-limit, minimum-mass or radius")
            }
            planet.estimated = marks
        })
}

extension PlanetFigure {
    fileprivate var field: EditableField<Planet> {
        .number(key, title, expects: expects, path, isPossible: range.contains)
    }
}
