-- The history: every change of what the user keeps, by whatever program, recorded by triggers and never overwritten.
--
-- A step is what one command has changed, or what other programs have changed in a row. A change is one row of one table,
-- before and after, as JSON with all its columns but those that follow from others: no old row for one that was inserted,
-- no new row for one that was deleted, neither where it was purged. Reals are written so that they read back to the bit.
-- A row whose key was changed is deleted under the old key and inserted under the new one.

CREATE TABLE step (
    id        INTEGER PRIMARY KEY,
    time      TEXT NOT NULL,
    command   TEXT,                        -- NULL for what was done outside Almanac
    author_id INTEGER,                     -- the account's id and name at the time; NULL for a guest
    author    TEXT,
    token     INTEGER NOT NULL DEFAULT 0,  -- tells one command from the next; 0 outside Almanac
    role      TEXT NOT NULL DEFAULT 'edit' CHECK (role IN ('edit', 'undo', 'redo', 'purge')),
    of_step   INTEGER REFERENCES step,     -- the step that was undone or redone
    CHECK ((role IN ('undo', 'redo')) = (of_step IS NOT NULL))
) STRICT;

CREATE INDEX step_by_original ON step (of_step, id) WHERE of_step IS NOT NULL;

CREATE TABLE present_step (  -- the command that is writing, from the begin of its transaction until just before COMMIT
    one       INTEGER PRIMARY KEY DEFAULT 1 CHECK (one = 1),
    time      TEXT NOT NULL,
    command   TEXT NOT NULL,
    author_id INTEGER,
    author    TEXT,
    token     INTEGER NOT NULL CHECK (token <> 0),
    role      TEXT NOT NULL,
    of_step   INTEGER
) STRICT;

CREATE TABLE change (
    id         INTEGER PRIMARY KEY,
    step_id    INTEGER NOT NULL REFERENCES step,
    table_name TEXT NOT NULL,
    kind       TEXT NOT NULL,  -- the record that the row belongs to; for a membership the group
    record_id  INTEGER,
    old        TEXT,
    new        TEXT
) STRICT;

CREATE INDEX change_by_step   ON change (step_id, kind, record_id);
CREATE INDEX change_by_record ON change (kind, record_id, step_id);
CREATE INDEX change_by_member ON change (ifnull(new, old) ->> 'person_id', step_id) WHERE table_name = 'membership';
CREATE INDEX change_deleting  ON change (step_id)
    WHERE new IS NULL AND old IS NOT NULL AND table_name IN ('person', 'people_group', 'planet', 'note');
CREATE INDEX change_purged    ON change (step_id) WHERE new IS NULL AND old IS NULL;

CREATE VIEW recording AS SELECT table_name, kind, record_id, old, new FROM change;

-- A change belongs to the last step, if that is of the same command; else it begins one.
CREATE TRIGGER recording_inserted INSTEAD OF INSERT ON recording BEGIN
    INSERT INTO step (time, command, author_id, author, token, role, of_step)
    SELECT ifnull(time, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), command, author_id, author, ifnull(token, 0),
        ifnull(role, 'edit'), of_step
    FROM (SELECT 1) LEFT JOIN present_step
    WHERE ifnull(token, 0) IS NOT (SELECT token FROM step ORDER BY id DESC LIMIT 1);

    INSERT INTO change (step_id, table_name, kind, record_id, old, new)
    VALUES ((SELECT max(id) FROM step), new.table_name, new.kind, new.record_id, new.old, new.new);
END;

-- Only a purge takes anything away.

CREATE TRIGGER step_kept BEFORE UPDATE ON step
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER step_never_deleted BEFORE DELETE ON step BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER change_kept BEFORE UPDATE ON change
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER change_never_deleted BEFORE DELETE ON change BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

-- The versions grow here from now on, after the change that they count, so that the history has both in their order.

DROP TRIGGER planet_changed;
DROP TRIGGER person_changed;
DROP TRIGGER people_group_changed;
DROP TRIGGER note_changed;

-- Each table of the user's in the same way; a test derives this text from the schema.

CREATE TRIGGER planet_insert_recorded AFTER INSERT ON planet BEGIN
    INSERT INTO recording VALUES (
        'planet', 'planet', new.id,
        NULL,
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'name', new.name, 'type', new.type, 'status', new.status, 'parent', new.parent,
            'mass_kg', json(replace(nullif(quote(new.mass_kg), 'NULL'), 'Inf', '9e999')),
            'radius_km', json(replace(nullif(quote(new.radius_km), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_au', json(replace(nullif(quote(new.semi_major_axis_au), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_km', json(replace(nullif(quote(new.semi_major_axis_km), 'NULL'), 'Inf', '9e999')),
            'eccentricity', json(replace(nullif(quote(new.eccentricity), 'NULL'), 'Inf', '9e999')),
            'inclination_deg', json(replace(nullif(quote(new.inclination_deg), 'NULL'), 'Inf', '9e999')),
            'orbital_period_days', json(replace(nullif(quote(new.orbital_period_days), 'NULL'), 'Inf', '9e999')),
            'rotation_hours', json(replace(nullif(quote(new.rotation_hours), 'NULL'), 'Inf', '9e999')),
            'axial_tilt_deg', json(replace(nullif(quote(new.axial_tilt_deg), 'NULL'), 'Inf', '9e999')),
            'mean_temperature_k', json(replace(nullif(quote(new.mean_temperature_k), 'NULL'), 'Inf', '9e999')),
            'gravity_m_s2', json(replace(nullif(quote(new.gravity_m_s2), 'NULL'), 'Inf', '9e999')),
            'density_g_cm3', json(replace(nullif(quote(new.density_g_cm3), 'NULL'), 'Inf', '9e999')),
            'moons', new.moons, 'rings', new.rings, 'discovery_year', new.discovery_year, 'discoverer', new.discoverer,
            'discovery_method', new.discovery_method,
            'distance_pc', json(replace(nullif(quote(new.distance_pc), 'NULL'), 'Inf', '9e999')),
            'constellation', new.constellation, 'star_spectral_type', new.star_spectral_type,
            'star_mass_sun', json(replace(nullif(quote(new.star_mass_sun), 'NULL'), 'Inf', '9e999')),
            'star_radius_sun', json(replace(nullif(quote(new.star_radius_sun), 'NULL'), 'Inf', '9e999')),
            'star_temperature_k', json(replace(nullif(quote(new.star_temperature_k), 'NULL'), 'Inf', '9e999')),
            'system_stars', new.system_stars,
            'ra_deg', json(replace(nullif(quote(new.ra_deg), 'NULL'), 'Inf', '9e999')),
            'dec_deg', json(replace(nullif(quote(new.dec_deg), 'NULL'), 'Inf', '9e999')), 'estimated', new.estimated,
            'source', new.source, 'url', new.url, 'picture', new.picture));
END;

CREATE TRIGGER planet_delete_recorded AFTER DELETE ON planet BEGIN
    INSERT INTO recording VALUES (
        'planet', 'planet', old.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'name', old.name, 'type', old.type, 'status', old.status, 'parent', old.parent,
            'mass_kg', json(replace(nullif(quote(old.mass_kg), 'NULL'), 'Inf', '9e999')),
            'radius_km', json(replace(nullif(quote(old.radius_km), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_au', json(replace(nullif(quote(old.semi_major_axis_au), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_km', json(replace(nullif(quote(old.semi_major_axis_km), 'NULL'), 'Inf', '9e999')),
            'eccentricity', json(replace(nullif(quote(old.eccentricity), 'NULL'), 'Inf', '9e999')),
            'inclination_deg', json(replace(nullif(quote(old.inclination_deg), 'NULL'), 'Inf', '9e999')),
            'orbital_period_days', json(replace(nullif(quote(old.orbital_period_days), 'NULL'), 'Inf', '9e999')),
            'rotation_hours', json(replace(nullif(quote(old.rotation_hours), 'NULL'), 'Inf', '9e999')),
            'axial_tilt_deg', json(replace(nullif(quote(old.axial_tilt_deg), 'NULL'), 'Inf', '9e999')),
            'mean_temperature_k', json(replace(nullif(quote(old.mean_temperature_k), 'NULL'), 'Inf', '9e999')),
            'gravity_m_s2', json(replace(nullif(quote(old.gravity_m_s2), 'NULL'), 'Inf', '9e999')),
            'density_g_cm3', json(replace(nullif(quote(old.density_g_cm3), 'NULL'), 'Inf', '9e999')),
            'moons', old.moons, 'rings', old.rings, 'discovery_year', old.discovery_year, 'discoverer', old.discoverer,
            'discovery_method', old.discovery_method,
            'distance_pc', json(replace(nullif(quote(old.distance_pc), 'NULL'), 'Inf', '9e999')),
            'constellation', old.constellation, 'star_spectral_type', old.star_spectral_type,
            'star_mass_sun', json(replace(nullif(quote(old.star_mass_sun), 'NULL'), 'Inf', '9e999')),
            'star_radius_sun', json(replace(nullif(quote(old.star_radius_sun), 'NULL'), 'Inf', '9e999')),
            'star_temperature_k', json(replace(nullif(quote(old.star_temperature_k), 'NULL'), 'Inf', '9e999')),
            'system_stars', old.system_stars,
            'ra_deg', json(replace(nullif(quote(old.ra_deg), 'NULL'), 'Inf', '9e999')),
            'dec_deg', json(replace(nullif(quote(old.dec_deg), 'NULL'), 'Inf', '9e999')), 'estimated', old.estimated,
            'source', old.source, 'url', old.url, 'picture', old.picture),
        NULL);
END;

CREATE TRIGGER planet_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, name, type, status, parent, mass_kg, radius_km, semi_major_axis_au,
    semi_major_axis_km, eccentricity, inclination_deg, orbital_period_days, rotation_hours, axial_tilt_deg,
    mean_temperature_k, gravity_m_s2, density_g_cm3, moons, rings, discovery_year, discoverer, discovery_method,
    distance_pc, constellation, star_spectral_type, star_mass_sun, star_radius_sun, star_temperature_k, system_stars,
    ra_deg, dec_deg, estimated, source, url, picture
ON planet WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.name IS NOT old.name OR new.type IS NOT old.type
        OR new.status IS NOT old.status OR new.parent IS NOT old.parent OR new.mass_kg IS NOT old.mass_kg
        OR new.radius_km IS NOT old.radius_km OR new.semi_major_axis_au IS NOT old.semi_major_axis_au
        OR new.semi_major_axis_km IS NOT old.semi_major_axis_km OR new.eccentricity IS NOT old.eccentricity
        OR new.inclination_deg IS NOT old.inclination_deg OR new.orbital_period_days IS NOT old.orbital_period_days
        OR new.rotation_hours IS NOT old.rotation_hours OR new.axial_tilt_deg IS NOT old.axial_tilt_deg
        OR new.mean_temperature_k IS NOT old.mean_temperature_k OR new.gravity_m_s2 IS NOT old.gravity_m_s2
        OR new.density_g_cm3 IS NOT old.density_g_cm3 OR new.moons IS NOT old.moons OR new.rings IS NOT old.rings
        OR new.discovery_year IS NOT old.discovery_year OR new.discoverer IS NOT old.discoverer
        OR new.discovery_method IS NOT old.discovery_method OR new.distance_pc IS NOT old.distance_pc
        OR new.constellation IS NOT old.constellation OR new.star_spectral_type IS NOT old.star_spectral_type
        OR new.star_mass_sun IS NOT old.star_mass_sun OR new.star_radius_sun IS NOT old.star_radius_sun
        OR new.star_temperature_k IS NOT old.star_temperature_k OR new.system_stars IS NOT old.system_stars
        OR new.ra_deg IS NOT old.ra_deg OR new.dec_deg IS NOT old.dec_deg OR new.estimated IS NOT old.estimated
        OR new.source IS NOT old.source OR new.url IS NOT old.url OR new.picture IS NOT old.picture)
BEGIN
    INSERT INTO recording VALUES (
        'planet', 'planet', new.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'name', old.name, 'type', old.type, 'status', old.status, 'parent', old.parent,
            'mass_kg', json(replace(nullif(quote(old.mass_kg), 'NULL'), 'Inf', '9e999')),
            'radius_km', json(replace(nullif(quote(old.radius_km), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_au', json(replace(nullif(quote(old.semi_major_axis_au), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_km', json(replace(nullif(quote(old.semi_major_axis_km), 'NULL'), 'Inf', '9e999')),
            'eccentricity', json(replace(nullif(quote(old.eccentricity), 'NULL'), 'Inf', '9e999')),
            'inclination_deg', json(replace(nullif(quote(old.inclination_deg), 'NULL'), 'Inf', '9e999')),
            'orbital_period_days', json(replace(nullif(quote(old.orbital_period_days), 'NULL'), 'Inf', '9e999')),
            'rotation_hours', json(replace(nullif(quote(old.rotation_hours), 'NULL'), 'Inf', '9e999')),
            'axial_tilt_deg', json(replace(nullif(quote(old.axial_tilt_deg), 'NULL'), 'Inf', '9e999')),
            'mean_temperature_k', json(replace(nullif(quote(old.mean_temperature_k), 'NULL'), 'Inf', '9e999')),
            'gravity_m_s2', json(replace(nullif(quote(old.gravity_m_s2), 'NULL'), 'Inf', '9e999')),
            'density_g_cm3', json(replace(nullif(quote(old.density_g_cm3), 'NULL'), 'Inf', '9e999')),
            'moons', old.moons, 'rings', old.rings, 'discovery_year', old.discovery_year, 'discoverer', old.discoverer,
            'discovery_method', old.discovery_method,
            'distance_pc', json(replace(nullif(quote(old.distance_pc), 'NULL'), 'Inf', '9e999')),
            'constellation', old.constellation, 'star_spectral_type', old.star_spectral_type,
            'star_mass_sun', json(replace(nullif(quote(old.star_mass_sun), 'NULL'), 'Inf', '9e999')),
            'star_radius_sun', json(replace(nullif(quote(old.star_radius_sun), 'NULL'), 'Inf', '9e999')),
            'star_temperature_k', json(replace(nullif(quote(old.star_temperature_k), 'NULL'), 'Inf', '9e999')),
            'system_stars', old.system_stars,
            'ra_deg', json(replace(nullif(quote(old.ra_deg), 'NULL'), 'Inf', '9e999')),
            'dec_deg', json(replace(nullif(quote(old.dec_deg), 'NULL'), 'Inf', '9e999')), 'estimated', old.estimated,
            'source', old.source, 'url', old.url, 'picture', old.picture),
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'name', new.name, 'type', new.type, 'status', new.status, 'parent', new.parent,
            'mass_kg', json(replace(nullif(quote(new.mass_kg), 'NULL'), 'Inf', '9e999')),
            'radius_km', json(replace(nullif(quote(new.radius_km), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_au', json(replace(nullif(quote(new.semi_major_axis_au), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_km', json(replace(nullif(quote(new.semi_major_axis_km), 'NULL'), 'Inf', '9e999')),
            'eccentricity', json(replace(nullif(quote(new.eccentricity), 'NULL'), 'Inf', '9e999')),
            'inclination_deg', json(replace(nullif(quote(new.inclination_deg), 'NULL'), 'Inf', '9e999')),
            'orbital_period_days', json(replace(nullif(quote(new.orbital_period_days), 'NULL'), 'Inf', '9e999')),
            'rotation_hours', json(replace(nullif(quote(new.rotation_hours), 'NULL'), 'Inf', '9e999')),
            'axial_tilt_deg', json(replace(nullif(quote(new.axial_tilt_deg), 'NULL'), 'Inf', '9e999')),
            'mean_temperature_k', json(replace(nullif(quote(new.mean_temperature_k), 'NULL'), 'Inf', '9e999')),
            'gravity_m_s2', json(replace(nullif(quote(new.gravity_m_s2), 'NULL'), 'Inf', '9e999')),
            'density_g_cm3', json(replace(nullif(quote(new.density_g_cm3), 'NULL'), 'Inf', '9e999')),
            'moons', new.moons, 'rings', new.rings, 'discovery_year', new.discovery_year, 'discoverer', new.discoverer,
            'discovery_method', new.discovery_method,
            'distance_pc', json(replace(nullif(quote(new.distance_pc), 'NULL'), 'Inf', '9e999')),
            'constellation', new.constellation, 'star_spectral_type', new.star_spectral_type,
            'star_mass_sun', json(replace(nullif(quote(new.star_mass_sun), 'NULL'), 'Inf', '9e999')),
            'star_radius_sun', json(replace(nullif(quote(new.star_radius_sun), 'NULL'), 'Inf', '9e999')),
            'star_temperature_k', json(replace(nullif(quote(new.star_temperature_k), 'NULL'), 'Inf', '9e999')),
            'system_stars', new.system_stars,
            'ra_deg', json(replace(nullif(quote(new.ra_deg), 'NULL'), 'Inf', '9e999')),
            'dec_deg', json(replace(nullif(quote(new.dec_deg), 'NULL'), 'Inf', '9e999')), 'estimated', new.estimated,
            'source', new.source, 'url', new.url, 'picture', new.picture));
    UPDATE planet SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER planet_move_recorded AFTER UPDATE OF
    id
ON planet WHEN
    new.id IS NOT old.id
BEGIN
    INSERT INTO recording VALUES (
        'planet', 'planet', old.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'name', old.name, 'type', old.type, 'status', old.status, 'parent', old.parent,
            'mass_kg', json(replace(nullif(quote(old.mass_kg), 'NULL'), 'Inf', '9e999')),
            'radius_km', json(replace(nullif(quote(old.radius_km), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_au', json(replace(nullif(quote(old.semi_major_axis_au), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_km', json(replace(nullif(quote(old.semi_major_axis_km), 'NULL'), 'Inf', '9e999')),
            'eccentricity', json(replace(nullif(quote(old.eccentricity), 'NULL'), 'Inf', '9e999')),
            'inclination_deg', json(replace(nullif(quote(old.inclination_deg), 'NULL'), 'Inf', '9e999')),
            'orbital_period_days', json(replace(nullif(quote(old.orbital_period_days), 'NULL'), 'Inf', '9e999')),
            'rotation_hours', json(replace(nullif(quote(old.rotation_hours), 'NULL'), 'Inf', '9e999')),
            'axial_tilt_deg', json(replace(nullif(quote(old.axial_tilt_deg), 'NULL'), 'Inf', '9e999')),
            'mean_temperature_k', json(replace(nullif(quote(old.mean_temperature_k), 'NULL'), 'Inf', '9e999')),
            'gravity_m_s2', json(replace(nullif(quote(old.gravity_m_s2), 'NULL'), 'Inf', '9e999')),
            'density_g_cm3', json(replace(nullif(quote(old.density_g_cm3), 'NULL'), 'Inf', '9e999')),
            'moons', old.moons, 'rings', old.rings, 'discovery_year', old.discovery_year, 'discoverer', old.discoverer,
            'discovery_method', old.discovery_method,
            'distance_pc', json(replace(nullif(quote(old.distance_pc), 'NULL'), 'Inf', '9e999')),
            'constellation', old.constellation, 'star_spectral_type', old.star_spectral_type,
            'star_mass_sun', json(replace(nullif(quote(old.star_mass_sun), 'NULL'), 'Inf', '9e999')),
            'star_radius_sun', json(replace(nullif(quote(old.star_radius_sun), 'NULL'), 'Inf', '9e999')),
            'star_temperature_k', json(replace(nullif(quote(old.star_temperature_k), 'NULL'), 'Inf', '9e999')),
            'system_stars', old.system_stars,
            'ra_deg', json(replace(nullif(quote(old.ra_deg), 'NULL'), 'Inf', '9e999')),
            'dec_deg', json(replace(nullif(quote(old.dec_deg), 'NULL'), 'Inf', '9e999')), 'estimated', old.estimated,
            'source', old.source, 'url', old.url, 'picture', old.picture),
        NULL);
    INSERT INTO recording VALUES (
        'planet', 'planet', new.id,
        NULL,
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'name', new.name, 'type', new.type, 'status', new.status, 'parent', new.parent,
            'mass_kg', json(replace(nullif(quote(new.mass_kg), 'NULL'), 'Inf', '9e999')),
            'radius_km', json(replace(nullif(quote(new.radius_km), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_au', json(replace(nullif(quote(new.semi_major_axis_au), 'NULL'), 'Inf', '9e999')),
            'semi_major_axis_km', json(replace(nullif(quote(new.semi_major_axis_km), 'NULL'), 'Inf', '9e999')),
            'eccentricity', json(replace(nullif(quote(new.eccentricity), 'NULL'), 'Inf', '9e999')),
            'inclination_deg', json(replace(nullif(quote(new.inclination_deg), 'NULL'), 'Inf', '9e999')),
            'orbital_period_days', json(replace(nullif(quote(new.orbital_period_days), 'NULL'), 'Inf', '9e999')),
            'rotation_hours', json(replace(nullif(quote(new.rotation_hours), 'NULL'), 'Inf', '9e999')),
            'axial_tilt_deg', json(replace(nullif(quote(new.axial_tilt_deg), 'NULL'), 'Inf', '9e999')),
            'mean_temperature_k', json(replace(nullif(quote(new.mean_temperature_k), 'NULL'), 'Inf', '9e999')),
            'gravity_m_s2', json(replace(nullif(quote(new.gravity_m_s2), 'NULL'), 'Inf', '9e999')),
            'density_g_cm3', json(replace(nullif(quote(new.density_g_cm3), 'NULL'), 'Inf', '9e999')),
            'moons', new.moons, 'rings', new.rings, 'discovery_year', new.discovery_year, 'discoverer', new.discoverer,
            'discovery_method', new.discovery_method,
            'distance_pc', json(replace(nullif(quote(new.distance_pc), 'NULL'), 'Inf', '9e999')),
            'constellation', new.constellation, 'star_spectral_type', new.star_spectral_type,
            'star_mass_sun', json(replace(nullif(quote(new.star_mass_sun), 'NULL'), 'Inf', '9e999')),
            'star_radius_sun', json(replace(nullif(quote(new.star_radius_sun), 'NULL'), 'Inf', '9e999')),
            'star_temperature_k', json(replace(nullif(quote(new.star_temperature_k), 'NULL'), 'Inf', '9e999')),
            'system_stars', new.system_stars,
            'ra_deg', json(replace(nullif(quote(new.ra_deg), 'NULL'), 'Inf', '9e999')),
            'dec_deg', json(replace(nullif(quote(new.dec_deg), 'NULL'), 'Inf', '9e999')), 'estimated', new.estimated,
            'source', new.source, 'url', new.url, 'picture', new.picture));
END;

CREATE TRIGGER planet_alias_insert_recorded AFTER INSERT ON planet_alias BEGIN
    INSERT INTO recording VALUES (
        'planet_alias', 'planet', new.planet_id,
        NULL,
        json_object('planet_id', new.planet_id, 'position', new.position, 'value', new.value));
END;

CREATE TRIGGER planet_alias_delete_recorded AFTER DELETE ON planet_alias BEGIN
    INSERT INTO recording VALUES (
        'planet_alias', 'planet', old.planet_id,
        json_object('planet_id', old.planet_id, 'position', old.position, 'value', old.value),
        NULL);
END;

CREATE TRIGGER planet_alias_update_recorded AFTER UPDATE OF
    value
ON planet_alias WHEN
    new.planet_id IS old.planet_id AND new.position IS old.position
    AND (
        new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES (
        'planet_alias', 'planet', new.planet_id,
        json_object('planet_id', old.planet_id, 'position', old.position, 'value', old.value),
        json_object('planet_id', new.planet_id, 'position', new.position, 'value', new.value));
END;

CREATE TRIGGER planet_alias_move_recorded AFTER UPDATE OF
    planet_id, position
ON planet_alias WHEN
    new.planet_id IS NOT old.planet_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'planet_alias', 'planet', old.planet_id,
        json_object('planet_id', old.planet_id, 'position', old.position, 'value', old.value),
        NULL);
    INSERT INTO recording VALUES (
        'planet_alias', 'planet', new.planet_id,
        NULL,
        json_object('planet_id', new.planet_id, 'position', new.position, 'value', new.value));
END;

CREATE TRIGGER planet_field_insert_recorded AFTER INSERT ON planet_field BEGIN
    INSERT INTO recording VALUES (
        'planet_field', 'planet', new.planet_id,
        NULL,
        json_object('planet_id', new.planet_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER planet_field_delete_recorded AFTER DELETE ON planet_field BEGIN
    INSERT INTO recording VALUES (
        'planet_field', 'planet', old.planet_id,
        json_object('planet_id', old.planet_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
END;

CREATE TRIGGER planet_field_update_recorded AFTER UPDATE OF
    label, value
ON planet_field WHEN
    new.planet_id IS old.planet_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES (
        'planet_field', 'planet', new.planet_id,
        json_object('planet_id', old.planet_id, 'position', old.position, 'label', old.label, 'value', old.value),
        json_object('planet_id', new.planet_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER planet_field_move_recorded AFTER UPDATE OF
    planet_id, position
ON planet_field WHEN
    new.planet_id IS NOT old.planet_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'planet_field', 'planet', old.planet_id,
        json_object('planet_id', old.planet_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
    INSERT INTO recording VALUES (
        'planet_field', 'planet', new.planet_id,
        NULL,
        json_object('planet_id', new.planet_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_insert_recorded AFTER INSERT ON person BEGIN
    INSERT INTO recording VALUES (
        'person', 'person', new.id,
        NULL,
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'prefix', new.prefix, 'given', new.given, 'middle', new.middle, 'family', new.family, 'suffix', new.suffix,
            'nickname', new.nickname, 'phonetic', new.phonetic, 'organization', new.organization,
            'department', new.department, 'job_title', new.job_title, 'birthday', new.birthday,
            'anniversary', new.anniversary, 'home_id', new.home_id, 'photo', new.photo));
END;

CREATE TRIGGER person_delete_recorded AFTER DELETE ON person BEGIN
    INSERT INTO recording VALUES (
        'person', 'person', old.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'prefix', old.prefix, 'given', old.given, 'middle', old.middle, 'family', old.family, 'suffix', old.suffix,
            'nickname', old.nickname, 'phonetic', old.phonetic, 'organization', old.organization,
            'department', old.department, 'job_title', old.job_title, 'birthday', old.birthday,
            'anniversary', old.anniversary, 'home_id', old.home_id, 'photo', old.photo),
        NULL);
END;

CREATE TRIGGER person_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, prefix, given, middle, family, suffix, nickname, phonetic, organization,
    department, job_title, birthday, anniversary, home_id, photo
ON person WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.prefix IS NOT old.prefix OR new.given IS NOT old.given
        OR new.middle IS NOT old.middle OR new.family IS NOT old.family OR new.suffix IS NOT old.suffix
        OR new.nickname IS NOT old.nickname OR new.phonetic IS NOT old.phonetic
        OR new.organization IS NOT old.organization OR new.department IS NOT old.department
        OR new.job_title IS NOT old.job_title OR new.birthday IS NOT old.birthday
        OR new.anniversary IS NOT old.anniversary OR new.home_id IS NOT old.home_id OR new.photo IS NOT old.photo)
BEGIN
    INSERT INTO recording VALUES (
        'person', 'person', new.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'prefix', old.prefix, 'given', old.given, 'middle', old.middle, 'family', old.family, 'suffix', old.suffix,
            'nickname', old.nickname, 'phonetic', old.phonetic, 'organization', old.organization,
            'department', old.department, 'job_title', old.job_title, 'birthday', old.birthday,
            'anniversary', old.anniversary, 'home_id', old.home_id, 'photo', old.photo),
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'prefix', new.prefix, 'given', new.given, 'middle', new.middle, 'family', new.family, 'suffix', new.suffix,
            'nickname', new.nickname, 'phonetic', new.phonetic, 'organization', new.organization,
            'department', new.department, 'job_title', new.job_title, 'birthday', new.birthday,
            'anniversary', new.anniversary, 'home_id', new.home_id, 'photo', new.photo));
    UPDATE person SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER person_move_recorded AFTER UPDATE OF
    id
ON person WHEN
    new.id IS NOT old.id
BEGIN
    INSERT INTO recording VALUES (
        'person', 'person', old.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'prefix', old.prefix, 'given', old.given, 'middle', old.middle, 'family', old.family, 'suffix', old.suffix,
            'nickname', old.nickname, 'phonetic', old.phonetic, 'organization', old.organization,
            'department', old.department, 'job_title', old.job_title, 'birthday', old.birthday,
            'anniversary', old.anniversary, 'home_id', old.home_id, 'photo', old.photo),
        NULL);
    INSERT INTO recording VALUES (
        'person', 'person', new.id,
        NULL,
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'prefix', new.prefix, 'given', new.given, 'middle', new.middle, 'family', new.family, 'suffix', new.suffix,
            'nickname', new.nickname, 'phonetic', new.phonetic, 'organization', new.organization,
            'department', new.department, 'job_title', new.job_title, 'birthday', new.birthday,
            'anniversary', new.anniversary, 'home_id', new.home_id, 'photo', new.photo));
END;

CREATE TRIGGER person_email_insert_recorded AFTER INSERT ON person_email BEGIN
    INSERT INTO recording VALUES (
        'person_email', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_email_delete_recorded AFTER DELETE ON person_email BEGIN
    INSERT INTO recording VALUES (
        'person_email', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
END;

CREATE TRIGGER person_email_update_recorded AFTER UPDATE OF
    label, value
ON person_email WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES (
        'person_email', 'person', new.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_email_move_recorded AFTER UPDATE OF
    person_id, position
ON person_email WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'person_email', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
    INSERT INTO recording VALUES (
        'person_email', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_phone_insert_recorded AFTER INSERT ON person_phone BEGIN
    INSERT INTO recording VALUES (
        'person_phone', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_phone_delete_recorded AFTER DELETE ON person_phone BEGIN
    INSERT INTO recording VALUES (
        'person_phone', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
END;

CREATE TRIGGER person_phone_update_recorded AFTER UPDATE OF
    label, value
ON person_phone WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES (
        'person_phone', 'person', new.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_phone_move_recorded AFTER UPDATE OF
    person_id, position
ON person_phone WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'person_phone', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
    INSERT INTO recording VALUES (
        'person_phone', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_address_insert_recorded AFTER INSERT ON person_address BEGIN
    INSERT INTO recording VALUES (
        'person_address', 'person', new.person_id,
        NULL,
        json_object(
            'person_id', new.person_id, 'position', new.position, 'label', new.label, 'street', new.street,
            'locality', new.locality, 'region', new.region, 'postal_code', new.postal_code, 'country', new.country));
END;

CREATE TRIGGER person_address_delete_recorded AFTER DELETE ON person_address BEGIN
    INSERT INTO recording VALUES (
        'person_address', 'person', old.person_id,
        json_object(
            'person_id', old.person_id, 'position', old.position, 'label', old.label, 'street', old.street,
            'locality', old.locality, 'region', old.region, 'postal_code', old.postal_code, 'country', old.country),
        NULL);
END;

CREATE TRIGGER person_address_update_recorded AFTER UPDATE OF
    label, street, locality, region, postal_code, country
ON person_address WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.street IS NOT old.street OR new.locality IS NOT old.locality
        OR new.region IS NOT old.region OR new.postal_code IS NOT old.postal_code OR new.country IS NOT old.country)
BEGIN
    INSERT INTO recording VALUES (
        'person_address', 'person', new.person_id,
        json_object(
            'person_id', old.person_id, 'position', old.position, 'label', old.label, 'street', old.street,
            'locality', old.locality, 'region', old.region, 'postal_code', old.postal_code, 'country', old.country),
        json_object(
            'person_id', new.person_id, 'position', new.position, 'label', new.label, 'street', new.street,
            'locality', new.locality, 'region', new.region, 'postal_code', new.postal_code, 'country', new.country));
END;

CREATE TRIGGER person_address_move_recorded AFTER UPDATE OF
    person_id, position
ON person_address WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'person_address', 'person', old.person_id,
        json_object(
            'person_id', old.person_id, 'position', old.position, 'label', old.label, 'street', old.street,
            'locality', old.locality, 'region', old.region, 'postal_code', old.postal_code, 'country', old.country),
        NULL);
    INSERT INTO recording VALUES (
        'person_address', 'person', new.person_id,
        NULL,
        json_object(
            'person_id', new.person_id, 'position', new.position, 'label', new.label, 'street', new.street,
            'locality', new.locality, 'region', new.region, 'postal_code', new.postal_code, 'country', new.country));
END;

CREATE TRIGGER person_url_insert_recorded AFTER INSERT ON person_url BEGIN
    INSERT INTO recording VALUES (
        'person_url', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_url_delete_recorded AFTER DELETE ON person_url BEGIN
    INSERT INTO recording VALUES (
        'person_url', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
END;

CREATE TRIGGER person_url_update_recorded AFTER UPDATE OF
    label, value
ON person_url WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES (
        'person_url', 'person', new.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_url_move_recorded AFTER UPDATE OF
    person_id, position
ON person_url WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'person_url', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
    INSERT INTO recording VALUES (
        'person_url', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_messenger_insert_recorded AFTER INSERT ON person_messenger BEGIN
    INSERT INTO recording VALUES (
        'person_messenger', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_messenger_delete_recorded AFTER DELETE ON person_messenger BEGIN
    INSERT INTO recording VALUES (
        'person_messenger', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
END;

CREATE TRIGGER person_messenger_update_recorded AFTER UPDATE OF
    label, value
ON person_messenger WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES (
        'person_messenger', 'person', new.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_messenger_move_recorded AFTER UPDATE OF
    person_id, position
ON person_messenger WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'person_messenger', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
    INSERT INTO recording VALUES (
        'person_messenger', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_relation_insert_recorded AFTER INSERT ON person_relation BEGIN
    INSERT INTO recording VALUES (
        'person_relation', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_relation_delete_recorded AFTER DELETE ON person_relation BEGIN
    INSERT INTO recording VALUES (
        'person_relation', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
END;

CREATE TRIGGER person_relation_update_recorded AFTER UPDATE OF
    label, value
ON person_relation WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES (
        'person_relation', 'person', new.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_relation_move_recorded AFTER UPDATE OF
    person_id, position
ON person_relation WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'person_relation', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
    INSERT INTO recording VALUES (
        'person_relation', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_field_insert_recorded AFTER INSERT ON person_field BEGIN
    INSERT INTO recording VALUES (
        'person_field', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_field_delete_recorded AFTER DELETE ON person_field BEGIN
    INSERT INTO recording VALUES (
        'person_field', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
END;

CREATE TRIGGER person_field_update_recorded AFTER UPDATE OF
    label, value
ON person_field WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES (
        'person_field', 'person', new.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_field_move_recorded AFTER UPDATE OF
    person_id, position
ON person_field WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'person_field', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'label', old.label, 'value', old.value),
        NULL);
    INSERT INTO recording VALUES (
        'person_field', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'label', new.label, 'value', new.value));
END;

CREATE TRIGGER person_card_insert_recorded AFTER INSERT ON person_card BEGIN
    INSERT INTO recording VALUES (
        'person_card', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'value', new.value));
END;

CREATE TRIGGER person_card_delete_recorded AFTER DELETE ON person_card BEGIN
    INSERT INTO recording VALUES (
        'person_card', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'value', old.value),
        NULL);
END;

CREATE TRIGGER person_card_update_recorded AFTER UPDATE OF
    value
ON person_card WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES (
        'person_card', 'person', new.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'value', old.value),
        json_object('person_id', new.person_id, 'position', new.position, 'value', new.value));
END;

CREATE TRIGGER person_card_move_recorded AFTER UPDATE OF
    person_id, position
ON person_card WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES (
        'person_card', 'person', old.person_id,
        json_object('person_id', old.person_id, 'position', old.position, 'value', old.value),
        NULL);
    INSERT INTO recording VALUES (
        'person_card', 'person', new.person_id,
        NULL,
        json_object('person_id', new.person_id, 'position', new.position, 'value', new.value));
END;

CREATE TRIGGER people_group_insert_recorded AFTER INSERT ON people_group BEGIN
    INSERT INTO recording VALUES (
        'people_group', 'group', new.id,
        NULL,
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'name', new.name, 'description', new.description));
END;

CREATE TRIGGER people_group_delete_recorded AFTER DELETE ON people_group BEGIN
    INSERT INTO recording VALUES (
        'people_group', 'group', old.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'name', old.name, 'description', old.description),
        NULL);
END;

CREATE TRIGGER people_group_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, name, description
ON people_group WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.name IS NOT old.name OR new.description IS NOT old.description)
BEGIN
    INSERT INTO recording VALUES (
        'people_group', 'group', new.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'name', old.name, 'description', old.description),
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'name', new.name, 'description', new.description));
    UPDATE people_group SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER people_group_move_recorded AFTER UPDATE OF
    id
ON people_group WHEN
    new.id IS NOT old.id
BEGIN
    INSERT INTO recording VALUES (
        'people_group', 'group', old.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'name', old.name, 'description', old.description),
        NULL);
    INSERT INTO recording VALUES (
        'people_group', 'group', new.id,
        NULL,
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'name', new.name, 'description', new.description));
END;

CREATE TRIGGER membership_insert_recorded AFTER INSERT ON membership BEGIN
    INSERT INTO recording VALUES (
        'membership', 'group', new.group_id,
        NULL,
        json_object('group_id', new.group_id, 'person_id', new.person_id, 'position', new.position));
END;

CREATE TRIGGER membership_delete_recorded AFTER DELETE ON membership BEGIN
    INSERT INTO recording VALUES (
        'membership', 'group', old.group_id,
        json_object('group_id', old.group_id, 'person_id', old.person_id, 'position', old.position),
        NULL);
END;

CREATE TRIGGER membership_update_recorded AFTER UPDATE OF
    position
ON membership WHEN
    new.group_id IS old.group_id AND new.person_id IS old.person_id
    AND (
        new.position IS NOT old.position)
BEGIN
    INSERT INTO recording VALUES (
        'membership', 'group', new.group_id,
        json_object('group_id', old.group_id, 'person_id', old.person_id, 'position', old.position),
        json_object('group_id', new.group_id, 'person_id', new.person_id, 'position', new.position));
END;

CREATE TRIGGER membership_move_recorded AFTER UPDATE OF
    group_id, person_id
ON membership WHEN
    new.group_id IS NOT old.group_id OR new.person_id IS NOT old.person_id
BEGIN
    INSERT INTO recording VALUES (
        'membership', 'group', old.group_id,
        json_object('group_id', old.group_id, 'person_id', old.person_id, 'position', old.position),
        NULL);
    INSERT INTO recording VALUES (
        'membership', 'group', new.group_id,
        NULL,
        json_object('group_id', new.group_id, 'person_id', new.person_id, 'position', new.position));
END;

CREATE TRIGGER note_insert_recorded AFTER INSERT ON note BEGIN
    INSERT INTO recording VALUES (
        'note', 'note', new.id,
        NULL,
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'topic', new.topic, 'text', new.text, 'person_id', new.person_id, 'group_id', new.group_id,
            'planet_id', new.planet_id));
END;

CREATE TRIGGER note_delete_recorded AFTER DELETE ON note BEGIN
    INSERT INTO recording VALUES (
        'note', 'note', old.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'topic', old.topic, 'text', old.text, 'person_id', old.person_id, 'group_id', old.group_id,
            'planet_id', old.planet_id),
        NULL);
END;

CREATE TRIGGER note_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, topic, text, person_id, group_id, planet_id
ON note WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.topic IS NOT old.topic OR new.text IS NOT old.text
        OR new.person_id IS NOT old.person_id OR new.group_id IS NOT old.group_id OR new.planet_id IS NOT old.planet_id)
BEGIN
    INSERT INTO recording VALUES (
        'note', 'note', new.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'topic', old.topic, 'text', old.text, 'person_id', old.person_id, 'group_id', old.group_id,
            'planet_id', old.planet_id),
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'topic', new.topic, 'text', new.text, 'person_id', new.person_id, 'group_id', new.group_id,
            'planet_id', new.planet_id));
    UPDATE note SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER note_move_recorded AFTER UPDATE OF
    id
ON note WHEN
    new.id IS NOT old.id
BEGIN
    INSERT INTO recording VALUES (
        'note', 'note', old.id,
        json_object(
            'id', old.id, 'uuid', old.uuid, 'created', old.created, 'modified', old.modified, 'version', old.version,
            'topic', old.topic, 'text', old.text, 'person_id', old.person_id, 'group_id', old.group_id,
            'planet_id', old.planet_id),
        NULL);
    INSERT INTO recording VALUES (
        'note', 'note', new.id,
        NULL,
        json_object(
            'id', new.id, 'uuid', new.uuid, 'created', new.created, 'modified', new.modified, 'version', new.version,
            'topic', new.topic, 'text', new.text, 'person_id', new.person_id, 'group_id', new.group_id,
            'planet_id', new.planet_id));
END;

CREATE TRIGGER favorite_insert_recorded AFTER INSERT ON favorite BEGIN
    INSERT INTO recording VALUES (
        'favorite',
        CASE WHEN new.person_id IS NOT NULL THEN 'person' WHEN new.group_id IS NOT NULL THEN 'group'
            WHEN new.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(new.person_id, new.group_id, new.planet_id, new.note_id),
        NULL,
        json_object(
            'id', new.id, 'account_id', new.account_id, 'person_id', new.person_id, 'group_id', new.group_id,
            'planet_id', new.planet_id, 'note_id', new.note_id));
END;

CREATE TRIGGER favorite_delete_recorded AFTER DELETE ON favorite BEGIN
    INSERT INTO recording VALUES (
        'favorite',
        CASE WHEN old.person_id IS NOT NULL THEN 'person' WHEN old.group_id IS NOT NULL THEN 'group'
            WHEN old.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(old.person_id, old.group_id, old.planet_id, old.note_id),
        json_object(
            'id', old.id, 'account_id', old.account_id, 'person_id', old.person_id, 'group_id', old.group_id,
            'planet_id', old.planet_id, 'note_id', old.note_id),
        NULL);
END;

CREATE TRIGGER favorite_update_recorded AFTER UPDATE OF
    id
ON favorite WHEN
    new.account_id IS old.account_id AND new.person_id IS old.person_id AND new.group_id IS old.group_id
    AND new.planet_id IS old.planet_id AND new.note_id IS old.note_id
    AND (
        new.id IS NOT old.id)
BEGIN
    INSERT INTO recording VALUES (
        'favorite',
        CASE WHEN new.person_id IS NOT NULL THEN 'person' WHEN new.group_id IS NOT NULL THEN 'group'
            WHEN new.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(new.person_id, new.group_id, new.planet_id, new.note_id),
        json_object(
            'id', old.id, 'account_id', old.account_id, 'person_id', old.person_id, 'group_id', old.group_id,
            'planet_id', old.planet_id, 'note_id', old.note_id),
        json_object(
            'id', new.id, 'account_id', new.account_id, 'person_id', new.person_id, 'group_id', new.group_id,
            'planet_id', new.planet_id, 'note_id', new.note_id));
END;

CREATE TRIGGER favorite_move_recorded AFTER UPDATE OF
    account_id, person_id, group_id, planet_id, note_id
ON favorite WHEN
    new.account_id IS NOT old.account_id OR new.person_id IS NOT old.person_id OR new.group_id IS NOT old.group_id
    OR new.planet_id IS NOT old.planet_id OR new.note_id IS NOT old.note_id
BEGIN
    INSERT INTO recording VALUES (
        'favorite',
        CASE WHEN old.person_id IS NOT NULL THEN 'person' WHEN old.group_id IS NOT NULL THEN 'group'
            WHEN old.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(old.person_id, old.group_id, old.planet_id, old.note_id),
        json_object(
            'id', old.id, 'account_id', old.account_id, 'person_id', old.person_id, 'group_id', old.group_id,
            'planet_id', old.planet_id, 'note_id', old.note_id),
        NULL);
    INSERT INTO recording VALUES (
        'favorite',
        CASE WHEN new.person_id IS NOT NULL THEN 'person' WHEN new.group_id IS NOT NULL THEN 'group'
            WHEN new.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(new.person_id, new.group_id, new.planet_id, new.note_id),
        NULL,
        json_object(
            'id', new.id, 'account_id', new.account_id, 'person_id', new.person_id, 'group_id', new.group_id,
            'planet_id', new.planet_id, 'note_id', new.note_id));
END;

CREATE TRIGGER planted_insert_recorded AFTER INSERT ON planted BEGIN
    INSERT INTO recording VALUES (
        'planted', new.kind, coalesce(new.person_id, new.group_id, new.planet_id, new.note_id),
        NULL,
        json_object(
            'seed_set', new.seed_set, 'kind', new.kind, 'key', new.key, 'person_id', new.person_id,
            'group_id', new.group_id, 'planet_id', new.planet_id, 'note_id', new.note_id));
END;

CREATE TRIGGER planted_delete_recorded AFTER DELETE ON planted BEGIN
    INSERT INTO recording VALUES (
        'planted', old.kind, coalesce(old.person_id, old.group_id, old.planet_id, old.note_id),
        json_object(
            'seed_set', old.seed_set, 'kind', old.kind, 'key', old.key, 'person_id', old.person_id,
            'group_id', old.group_id, 'planet_id', old.planet_id, 'note_id', old.note_id),
        NULL);
END;

CREATE TRIGGER planted_update_recorded AFTER UPDATE OF
    person_id, group_id, planet_id, note_id
ON planted WHEN
    new.seed_set IS old.seed_set AND new.kind IS old.kind AND new.key IS old.key
    AND (
        new.person_id IS NOT old.person_id OR new.group_id IS NOT old.group_id OR new.planet_id IS NOT old.planet_id
        OR new.note_id IS NOT old.note_id)
BEGIN
    INSERT INTO recording VALUES (
        'planted',
        new.kind,
        coalesce(
            new.person_id, new.group_id, new.planet_id, new.note_id, old.person_id, old.group_id, old.planet_id,
            old.note_id),
        json_object(
            'seed_set', old.seed_set, 'kind', old.kind, 'key', old.key, 'person_id', old.person_id,
            'group_id', old.group_id, 'planet_id', old.planet_id, 'note_id', old.note_id),
        json_object(
            'seed_set', new.seed_set, 'kind', new.kind, 'key', new.key, 'person_id', new.person_id,
            'group_id', new.group_id, 'planet_id', new.planet_id, 'note_id', new.note_id));
END;

CREATE TRIGGER planted_move_recorded AFTER UPDATE OF
    seed_set, kind, key
ON planted WHEN
    new.seed_set IS NOT old.seed_set OR new.kind IS NOT old.kind OR new.key IS NOT old.key
BEGIN
    INSERT INTO recording VALUES (
        'planted', old.kind, coalesce(old.person_id, old.group_id, old.planet_id, old.note_id),
        json_object(
            'seed_set', old.seed_set, 'kind', old.kind, 'key', old.key, 'person_id', old.person_id,
            'group_id', old.group_id, 'planet_id', old.planet_id, 'note_id', old.note_id),
        NULL);
    INSERT INTO recording VALUES (
        'planted', new.kind, coalesce(new.person_id, new.group_id, new.planet_id, new.note_id),
        NULL,
        json_object(
            'seed_set', new.seed_set, 'kind', new.kind, 'key', new.key, 'person_id', new.person_id,
            'group_id', new.group_id, 'planet_id', new.planet_id, 'note_id', new.note_id));
END;

-- Accounts say who edits; only whose card an account has is recorded.
CREATE TRIGGER account_update_recorded AFTER UPDATE OF
    person_id
ON account WHEN
    new.id IS old.id
    AND (
        new.person_id IS NOT old.person_id)
BEGIN
    INSERT INTO recording VALUES (
        'account', 'person', ifnull(new.person_id, old.person_id),
        json_object('id', old.id, 'person_id', old.person_id),
        json_object('id', new.id, 'person_id', new.person_id));
END;
