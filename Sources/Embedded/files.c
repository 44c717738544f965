#include "embedded.h"

#define TEXT(path) LITERAL(path)
#define LITERAL(path) #path

// Each file has two lines. Migrations come first, in order, followed by the sample data and the articles. A test checks
// that no file is missing.
static const embedded_file files[] = {
#define FILE Migrations/0017_records.sql
#include "embedded_file.h"
#define FILE Migrations/0018_search.sql
#include "embedded_file.h"
#define FILE Migrations/0019_accounts.sql
#include "embedded_file.h"
#define FILE Migrations/0020_history.sql
#include "embedded_file.h"
#define FILE Migrations/0021_history_indexes.sql
#include "embedded_file.h"
#define FILE Migrations/0022_pronouns.sql
#include "embedded_file.h"
#define FILE Migrations/0023_gender.sql
#include "embedded_file.h"
#define FILE Migrations/0024_fields_of_cards.sql
#include "embedded_file.h"
#define FILE Migrations/0025_kinds_of_groups.sql
#include "embedded_file.h"
#define FILE Migrations/0026_planets_of_groups_history.sql
#include "embedded_file.h"
#define FILE Migrations/0027_search_merging.sql
#include "embedded_file.h"
#define FILE Migrations/0028_cards_of_groups.sql
#include "embedded_file.h"
#define FILE Migrations/0029_keys_of_duplicates.sql
#include "embedded_file.h"
#define FILE Migrations/0030_online_profiles.sql
#include "embedded_file.h"
#define FILE Migrations/0031_remotes.sql
#include "embedded_file.h"
#define FILE Migrations/0032_languages.sql
#include "embedded_file.h"
#define FILE Migrations/0033_former_cards.sql
#include "embedded_file.h"
#define FILE Migrations/0034_reopened_conflicts.sql
#include "embedded_file.h"
#define FILE Migrations/0035_name_rules.sql
#include "embedded_file.h"
#define FILE Migrations/0036_transits.sql
#include "embedded_file.h"
#define FILE Migrations/0037_positions.sql
#include "embedded_file.h"
#define FILE Migrations/0038_contact_reminders.sql
#include "embedded_file.h"
#define FILE Migrations/0039_guest_favorites.sql
#include "embedded_file.h"
#define FILE Migrations/0040_account_history.sql
#include "embedded_file.h"
#define FILE Migrations/0041_sessions.sql
#include "embedded_file.h"
#define FILE Migrations/0042_provenance.sql
#include "embedded_file.h"
#define FILE Migrations/0043_relations.sql
#include "embedded_file.h"
#define FILE Migrations/0044_journal.sql
#include "embedded_file.h"
#define FILE Migrations/0045_one_trigger_per_event.sql
#include "embedded_file.h"
#define FILE Migrations/0046_shorter_triggers.sql
#include "embedded_file.h"
#define FILE Migrations/0047_card_version.sql
#include "embedded_file.h"
#define FILE Migrations/0048_full_names.sql
#include "embedded_file.h"
#define FILE Migrations/checksums
#include "embedded_file.h"
#define FILE Migrations/checksums-0.1
#include "embedded_file.h"
#define FILE Migrations/schema.sql
#include "embedded_file.h"
#define FILE Seeds/flintstones/set.json
#include "embedded_file.h"
#define FILE Seeds/flintstones/persons.csv
#include "embedded_file.h"
#define FILE Seeds/flintstones/groups.csv
#include "embedded_file.h"
#define FILE Seeds/flintstones/groups-members.csv
#include "embedded_file.h"
#define FILE Seeds/flintstones/notes.csv
#include "embedded_file.h"
#define FILE Seeds/swapi/set.json
#include "embedded_file.h"
#define FILE Seeds/swapi/persons.csv
#include "embedded_file.h"
#define FILE Seeds/swapi/groups.csv
#include "embedded_file.h"
#define FILE Seeds/swapi/groups-members.csv
#include "embedded_file.h"
#define FILE Seeds/swapi/groups-planets.csv
#include "embedded_file.h"
#define FILE Seeds/swapi/planets.csv
#include "embedded_file.h"
#define FILE Seeds/congress/set.json
#include "embedded_file.h"
#define FILE Seeds/congress/persons.csv
#include "embedded_file.h"
#define FILE Seeds/congress/persons-offices.csv
#include "embedded_file.h"
#define FILE Seeds/congress/groups.csv
#include "embedded_file.h"
#define FILE Seeds/congress/groups-members.csv
#include "embedded_file.h"
#define FILE Seeds/solar/set.json
#include "embedded_file.h"
#define FILE Seeds/solar/planets.csv
#include "embedded_file.h"
#define FILE Seeds/exoplanets/set.json
#include "embedded_file.h"
#define FILE Seeds/exoplanets/planets.csv
#include "embedded_file.h"
#define FILE Seeds/LICENSES.txt
#include "embedded_file.h"
#define FILE Seeds/SOURCES.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Tasks.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Contacts.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Journal.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Planets.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Search.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Filters.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Files.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Sync.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Undo.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Scripting.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Settings.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Limits.md
#include "embedded_file.h"
#define FILE Sources/AlmanacCLI/Almanac.docc/Changes.md
#include "embedded_file.h"
};

const embedded_file *embedded_files(void) {
    return files;
}

size_t embedded_file_count(void) {
    return sizeof files / sizeof *files;
}
