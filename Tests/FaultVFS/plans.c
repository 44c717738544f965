#include "plans.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct fault_plan {
    char *prefix;
    fault_operation operation;
    long nth, seen, failed;
    int code;
    bool lasting;
    fault_plan *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fault_plan *plans;

fault_plan *fault_plan_begin(const char *path_prefix, fault_operation operation, long nth, int code, bool lasting) {
    fault_plan *plan = malloc(sizeof *plan);
    char *prefix = strdup(path_prefix);
    if (!plan || !prefix) {
        free(plan);
        free(prefix);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    *plan = (fault_plan){ prefix, operation, nth, 0, 0, code, lasting, plans };
    plans = plan;
    pthread_mutex_unlock(&lock);
    return plan;
}

void fault_plan_end(fault_plan *plan) {
    pthread_mutex_lock(&lock);
    fault_plan **place = &plans;
    while (*place != plan) place = &(*place)->next;
    *place = plan->next;
    pthread_mutex_unlock(&lock);
    free(plan->prefix);
    free(plan);
}

int fault_now(fault_operation operation, const char *path) {
    int code = SQLITE_OK;
    pthread_mutex_lock(&lock);
    for (fault_plan *plan = plans; plan; plan = plan->next) {
        if (plan->operation != operation || !path || strncmp(path, plan->prefix, strlen(plan->prefix))) continue;
        plan->seen++;
        if (plan->nth == 0 || plan->seen < plan->nth || (plan->seen > plan->nth && !plan->lasting)) continue;
        plan->failed++;
        code = plan->code;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static long read_locked(const long *count) {
    pthread_mutex_lock(&lock);
    long value = *count;
    pthread_mutex_unlock(&lock);
    return value;
}

long fault_plan_seen(const fault_plan *plan) { return read_locked(&plan->seen); }

long fault_plan_failed(const fault_plan *plan) { return read_locked(&plan->failed); }
