import Model

/// The columns of each kind, by the names of their fields.
enum FilterColumns {
    static func all(of kind: Kind) -> [String: FilterColumn] {
        switch kind {
        case .person: persons
        case .group: groups
        case .planet: planets
        case .note: notes
        }
    }

    static let planets = kept(of: "planet").merging([
        "name": .names(of: .planet, "planet.id"),
        "type": .value("planet.type"),
        "status": .value("planet.status"),
        "orbits": .text("planet.parent"),
        "mass": .value("planet.mass_kg"),
        "radius": .value("planet.radius_km"),
        "axis": .value("planet.semi_major_axis_au"),
        "eccentricity": .value("planet.eccentricity"),
        "inclination": .value("planet.inclination_deg"),
        "period": .value("planet.orbital_period_days"),
        "rotation": .value("planet.rotation_hours"),
        "tilt": .value("planet.axial_tilt_deg"),
        "temperature": .value("planet.mean_temperature_k"),
        "gravity": .value("planet.gravity_m_s2"),
        "density": .value("planet.density_g_cm3"),
        "moons": .value("planet.moons"),
        "rings": .value("planet.rings"),
        "discovered": .value("planet.discovery_year"),
        "discoverer": .text("planet.discoverer"),
        "method": .text("planet.discovery_method"),
        "distance": .value("planet.distance_pc"),
        "constellation": .text("planet.constellation"),
        "spectrum": .text("planet.star_spectral_type"),
        "starmass": .value("planet.star_mass_sun"),
        "starradius": .value("planet.star_radius_sun"),
        "startemperature": .value("planet.star_temperature_k"),
        "stars": .value("planet.system_stars"),
        "ra": .value("planet.ra_deg"),
        "dec": .value("planet.dec_deg"),
        "source": .text("planet.source"),
        "note": .notes(about: "planet.id", as: "planet_id"),
    ]) { $1 }

    static let persons = kept(of: "person").merging([
        "name": .names(of: .person, "person.id"),
        "given": .text("person.given"),
        "family": .text("person.family"),
        "nickname": .text("person.nickname"),
        "organization": .text("person.organization"),
        "department": .text("person.department"),
        "title": .text("person.job_title"),
        "birthday": .value("person.birthday"),
        "anniversary": .value("person.anniversary"),
        "email": .texts("value", from: "person_email WHERE person_id = person.id"),
        "phone": .texts("value", from: "person_phone WHERE person_id = person.id"),
        "url": .texts("value", from: "person_url WHERE person_id = person.id"),
        "message": .texts("value", from: "person_messenger WHERE person_id = person.id"),
        "relation": .texts("value", from: "person_relation WHERE person_id = person.id"),
        "city": .texts("locality", from: "person_address WHERE person_id = person.id"),
        "country": .texts("country", from: "person_address WHERE person_id = person.id"),
        "group": .names(
            from: """
                membership AS ours JOIN name_key ON kind = 'group' AND record_id = ours.group_id
                WHERE ours.person_id = person.id
                """),
        "home": .names(of: .planet, "person.home_id"),
        "note": .notes(about: "person.id", as: "person_id"),
    ]) { $1 }

    static let groups = kept(of: "people_group").merging([
        "name": .names(of: .group, "people_group.id"),
        "description": .text("people_group.description"),
        "search": .text("people_group.search"),
        "filter": .text("people_group.person_filter"),
        "planets": .text("people_group.planet_filter"),
        // Nobody has counted who matches a search.
        "members": .value(
            """
            iif(coalesce(people_group.search, people_group.person_filter, people_group.planet_filter) IS NULL,
                (SELECT count(*) FROM membership AS ours WHERE ours.group_id = people_group.id), NULL)
            """),
        "note": .notes(about: "people_group.id", as: "group_id"),
    ]) { $1 }

    static let notes = kept(of: "note").merging([
        "topic": .text("note.topic"),
        "text": .text("note.text"),
        "person": .names(of: .person, "note.person_id"),
        "group": .names(of: .group, "note.group_id"),
        "planet": .names(of: .planet, "note.planet_id"),
    ]) { $1 }

    private static func kept(of table: String) -> [String: FilterColumn] {
        [
            "created": .value("\(table).created"), "modified": .value("\(table).modified"),
            "version": .value("\(table).version"),
        ]
    }
}
