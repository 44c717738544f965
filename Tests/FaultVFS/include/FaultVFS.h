#ifndef ALMANAC_FAULT_VFS_H
#define ALMANAC_FAULT_VFS_H

#include <stdbool.h>

/// What SQLite asks of the disk, and what the disk can fail at.
typedef enum __attribute__((enum_extensibility(closed), swift_name("FaultOperation"))) {
    fault_operation_open,
    fault_operation_read,
    fault_operation_write,
    fault_operation_sync,
    fault_operation_truncate,
    fault_operation_remove,
} fault_operation;

/// Puts the layer between SQLite and the disk, for every connection that the process opens from now on.
void fault_vfs_install(void);

/// A fault that waits for its moment.
typedef struct fault_plan fault_plan;

/// Lets the `nth` such operation (counted from 1; 0 only counts) on files whose path begins so fail with an extended
/// result code of SQLite, and with `lasting` all that follow too; a write that fails has written its first half.
/// NULL if there is no memory.
fault_plan *fault_plan_begin(const char *path_prefix, fault_operation operation, long nth, int code, bool lasting);
void fault_plan_end(fault_plan *plan);

/// How many such operations there were, and how many of them failed.
long fault_plan_seen(const fault_plan *plan);
long fault_plan_failed(const fault_plan *plan);

#endif
