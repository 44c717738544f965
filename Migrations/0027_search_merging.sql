-- Settings for writing the full-text tables of the search index.

-- The number of bytes that are collected and sorted in memory before they are written to the index. More would not fit
-- in the cache of a processor.
INSERT INTO search_name (search_name, rank) VALUES ('hashsize', 1048576);
INSERT INTO search (search, rank) VALUES ('hashsize', 1048576);

-- The number of parts of the index that are merged together. With more than the default of 4, a large import merges its
-- words less often, and a search reads more parts.
INSERT INTO search_name (search_name, rank) VALUES ('automerge', 8);
INSERT INTO search (search, rank) VALUES ('automerge', 8);
