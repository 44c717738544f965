-- Lists of persons in more orders: by what a record has one of, compared as filters do.

CREATE INDEX person_by_nickname    ON person (nullif(nickname, '') COLLATE NOCASE, id);
CREATE INDEX person_by_department  ON person (nullif(department, '') COLLATE NOCASE, id);
CREATE INDEX person_by_title       ON person (nullif(job_title, '') COLLATE NOCASE, id);
CREATE INDEX person_by_anniversary ON person (anniversary, id);
