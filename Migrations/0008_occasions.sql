-- The days of the year on which somebody's birthday or anniversary comes round: those of dates that have a month and a day.

CREATE INDEX person_by_day_of_birth ON person (substr(birthday, -5), sort_key, id)
    WHERE birthday GLOB '*-[01][0-9]-[0-3][0-9]';
CREATE INDEX person_by_day_of_anniversary ON person (substr(anniversary, -5), sort_key, id)
    WHERE anniversary GLOB '*-[01][0-9]-[0-3][0-9]';
