-- How many bodies a list leaves out, without reading all the others; compared as filters do.

CREATE INDEX planet_by_status ON planet (status COLLATE NOCASE, type COLLATE NOCASE, id);
CREATE INDEX planet_by_type   ON planet (type COLLATE NOCASE, status COLLATE NOCASE, id);
