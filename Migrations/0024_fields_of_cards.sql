-- PRONOUNS of an imported card had no field, and GENDER was a custom field. This is a separate migration, because the
-- history records new columns only after the migration that adds them.

WITH RECURSIVE line(person_id, text, rest) AS (
    SELECT person_id, '', value || char(10) FROM person_card WHERE value LIKE '%PRONOUNS%'
    UNION ALL
    SELECT person_id, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1)
    FROM line WHERE rest <> ''
), property AS (  -- a group may precede the name: item1.PRONOUNS:they
    SELECT person_id, substr(text, start + 8) AS text
    FROM (SELECT person_id, text, instr(upper(text), 'PRONOUNS') AS start FROM line)
    WHERE start > 0 AND substr(text, start + 8, 1) IN (':', ';') AND instr(text, ':') > start
        AND (start = 1 OR substr(text, start - 1, 1) = '.' AND instr(substr(text, 1, start), ';') = 0)
), pronouns AS (  -- a quoted parameter may contain a colon
    SELECT person_id, replace(replace(replace(replace(substr(
        text, CASE WHEN instr(text, '":') > 0 THEN instr(text, '":') + 2 ELSE instr(text, ':') + 1 END
    ), '\\', char(1)), '\,', ','), '\;', ';'), char(1), '\') AS value
    FROM property
)
UPDATE person SET pronouns = (SELECT value FROM pronouns WHERE person_id = person.id LIMIT 1)
WHERE pronouns = '' AND id IN (SELECT person_id FROM pronouns);

UPDATE person SET gender = (
    SELECT value FROM person_field
    WHERE person_id = person.id AND label = 'gender'
        AND (value GLOB '[MFONU]' OR value GLOB '[MFONU];*' OR value GLOB ';?*')
    ORDER BY position LIMIT 1)
WHERE gender IS NULL AND id IN (SELECT person_id FROM person_field WHERE label = 'gender');

DELETE FROM person_field WHERE label = 'gender' AND (person_id, position) IN (
    SELECT person_id, min(position) FROM person_field JOIN person ON person.id = person_id
    WHERE label = 'gender' AND value = gender GROUP BY person_id);
