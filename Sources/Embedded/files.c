#include "embedded.h"

#define TEXT(path) LITERAL(path)
#define LITERAL(path) #path

// Two lines for each file, migrations in order, then the sets; a test proves that none is forgotten.
static const embedded_file files[] = {
#define FILE Migrations/0001_records.sql
#include "embedded_file.h"
#define FILE Migrations/0002_search.sql
#include "embedded_file.h"
#define FILE Migrations/0003_accounts.sql
#include "embedded_file.h"
#define FILE Migrations/0004_seeds.sql
#include "embedded_file.h"
#define FILE Migrations/0005_history.sql
#include "embedded_file.h"
#define FILE Migrations/0006_search_tiers.sql
#include "embedded_file.h"
#define FILE Migrations/0007_duplicates.sql
#include "embedded_file.h"
#define FILE Migrations/0008_occasions.sql
#include "embedded_file.h"
#define FILE Migrations/0009_smart_groups.sql
#include "embedded_file.h"
#define FILE Migrations/0010_smart_groups_of_persons.sql
#include "embedded_file.h"
#define FILE Migrations/0011_citations.sql
#include "embedded_file.h"
#define FILE Migrations/0012_uids.sql
#include "embedded_file.h"
#define FILE Migrations/0013_saved_filters.sql
#include "embedded_file.h"
#define FILE Migrations/0014_kinds_of_planets.sql
#include "embedded_file.h"
#define FILE Migrations/0015_orders_of_persons.sql
#include "embedded_file.h"
#define FILE Migrations/0016_groups_of_planets.sql
#include "embedded_file.h"
#define FILE Migrations/0017_names_on_cards.sql
#include "embedded_file.h"
#define FILE Migrations/0018_lighter_recording.sql
#include "embedded_file.h"
#define FILE Migrations/0019_pending_once.sql
#include "embedded_file.h"
#define FILE Migrations/0020_merges_by_heir.sql
#include "embedded_file.h"
#define FILE Migrations/0021_pending_by_any_statement.sql
#include "embedded_file.h"
#define FILE Migrations/checksums
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
};

const embedded_file *embedded_files(void) {
    return files;
}

size_t embedded_file_count(void) {
    return sizeof files / sizeof *files;
}
