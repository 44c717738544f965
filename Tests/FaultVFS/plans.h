#include "include/FaultVFS.h"

/// Counts an operation and returns its result code, which is SQLITE_OK unless it must fail.
int fault_now(fault_operation operation, const char *path);
