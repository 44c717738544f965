-- What is to be taken into the index stands here once, however many of its rows were changed.

CREATE TABLE former_pending AS SELECT DISTINCT kind, record_id FROM search_pending;

DROP TABLE search_pending;

CREATE TABLE search_pending (
    kind      TEXT NOT NULL,
    record_id INTEGER NOT NULL,
    PRIMARY KEY (kind, record_id) ON CONFLICT IGNORE
) STRICT, WITHOUT ROWID;

INSERT INTO search_pending SELECT kind, record_id FROM former_pending;

DROP TABLE former_pending;
