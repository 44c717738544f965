-- A person is asked for the smart groups that find it: they are read by name, past all groups that keep their members.

CREATE INDEX people_group_with_search ON people_group (sort_key, id) WHERE search IS NOT NULL;
