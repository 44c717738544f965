-- Online profiles: SOCIALPROFILE, CONTACT-URI, and the URL of a PHOTO. A person without rows has those of the card, if any.

CREATE TABLE person_profile (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;
