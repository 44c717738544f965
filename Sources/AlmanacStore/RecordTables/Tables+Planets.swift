import Model
import SQLite

extension Tables {
    package static let planets = RecordTable<Planet>(
        name: "planet",
        columns: planetColumns,
        lists: [
            ContentList("planet_alias", owner: "planet_id", \.aliases),
            ContentList("planet_field", owner: "planet_id", \.customFields),
            ContentList("planet_citation", owner: "planet_id", \.citations),
        ],
        derived: DerivedColumn.standard(sortedBy: \.title),
        references: { _ in [] },
        links: links,
        pastLinks: PastLinks.planet,
        order: { order, _ in
            switch order {
            case .name: OrderColumn("sort_key", of: "planet")
            case .created, .modified, .type, .status, .version: OrderColumn(order.rawValue, of: "planet")
            case .orbits, .mass, .radius, .axis, .eccentricity, .inclination, .period, .rotation, .tilt, .temperature,
                .gravity, .density, .moons, .rings, .discovered, .discoverer, .method, .distance, .constellation,
                .spectrum, .starmass, .starradius, .startemperature, .stars, .ra, .dec, .source:
                .field(order, over: FilterColumns.planets)
            }
        },
        scope: { scope in
            switch scope {
            case .usual:
                Selection(source: "planet", condition: "planet.type <> 'fictional' AND planet.status <> 'retracted'")
            case .all:
                Selection(source: "planet")
            case .of(let address) where address.kind == .planet:
                Selection(
                    source: "planet",
                    condition: "planet.parent = (SELECT name FROM planet WHERE id = ?1) COLLATE NOCASE",
                    parameter: address.number)
            case .of, .ungrouped:
                .nothing(of: "planet")
            case .favorites(let account):
                .favorites(of: account, in: "planet", column: "planet_id")
            }
        },
        filterColumns: FilterColumns.planets,
        aliases: \.aliases,
        isCatalog: true,
        photo: \.picture,
        searchTexts: { planet, _ in planet.searchTexts })

    private static let planetColumns: [ContentColumn<Planet>] = [
        ContentColumn("name", \.name),
        ContentColumn("type", raw: \.type),
        ContentColumn("status", raw: \.status),
        ContentColumn("parent", \.parent),
        ContentColumn("mass_kg", \.massKg),
        ContentColumn("radius_km", \.radiusKm),
        ContentColumn("semi_major_axis_au", \.semiMajorAxisAu),
        ContentColumn("semi_major_axis_km", \.semiMajorAxisKm),
        ContentColumn("eccentricity", \.eccentricity),
        ContentColumn("inclination_deg", \.inclinationDeg),
        ContentColumn("orbital_period_days", \.orbitalPeriodDays),
        ContentColumn("rotation_hours", \.rotationHours),
        ContentColumn("axial_tilt_deg", \.axialTiltDeg),
        ContentColumn("mean_temperature_k", \.meanTemperatureK),
        ContentColumn("gravity_m_s2", \.gravityMS2),
        ContentColumn("density_g_cm3", \.densityGCm3),
        ContentColumn("moons", \.moons),
        ContentColumn("rings", \.rings),
        ContentColumn("discovery_year", \.discoveryYear),
        ContentColumn("discoverer", \.discoverer),
        ContentColumn("discovery_method", \.discoveryMethod),
        ContentColumn("distance_pc", \.distancePc),
        ContentColumn("constellation", \.constellation),
        ContentColumn("star_spectral_type", \.starSpectralType),
        ContentColumn("star_mass_sun", \.starMassSun),
        ContentColumn("star_radius_sun", \.starRadiusSun),
        ContentColumn("star_temperature_k", \.starTemperatureK),
        ContentColumn("system_stars", \.systemStars),
        ContentColumn("ra_deg", \.raDeg),
        ContentColumn("dec_deg", \.decDeg),
        ContentColumn("estimated", \.estimated, read: { Estimates(catalog: $0) }, write: \.catalog),
        ContentColumn("source", \.source),
        ContentColumn("url", \.url),
        ContentColumn("picture", raw: \.picture),
    ]

    @Sendable private static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Planet.Links] {
        var links: [Int64: Planet.Links] = [:]
        try connection.forEachLink(
            """
            SELECT planet.id, parent.id, parent.display_name
            FROM planet JOIN planet AS parent ON parent.name = planet.parent COLLATE NOCASE
            WHERE planet.id IN (SELECT value FROM json_each(?1)) AND planet.parent <> ''
            ORDER BY parent.id DESC
            """, to: .planet, of: ids
        ) { links[$0, default: Planet.Links()].parent = $1 }
        for (id, residents) in try Link.residents.first(of: ids, in: connection) {
            links[id, default: Planet.Links()].residents = residents
        }
        for (id, groups) in try SmartGroup.groups(of: ids, .planet, in: connection) {
            links[id, default: Planet.Links()].groups = groups
        }
        for (id, notes) in try Link.notesAboutPlanets.first(of: ids, in: connection) {
            links[id, default: Planet.Links()].notes = notes
        }
        return links
    }
}
