#include "include/FaultVFS.h"

/// Counts an operation and tells the code with which it is to fail now, SQLITE_OK for not at all.
int fault_now(fault_operation operation, const char *path);
