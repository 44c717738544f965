#ifndef ALMANAC_FAULT_VFS_H
#define ALMANAC_FAULT_VFS_H

#include <stdbool.h>

/// A disk operation that SQLite requests and that can fail.
typedef enum __attribute__((enum_extensibility(closed), swift_name("FaultOperation"))) {
    fault_operation_open,
    fault_operation_read,
    fault_operation_write,
    fault_operation_sync,
    fault_operation_truncate,
    fault_operation_remove,
} fault_operation;

/// Installs the VFS for all connections that the process opens afterward.
void fault_vfs_install(void);

/// A planned fault.
typedef struct fault_plan fault_plan;

/// Begins a plan in which the `nth` operation on files whose path has a prefix fails with an extended result code of
/// SQLite. The count starts at 1; if `nth` is 0, operations are only counted. If `lasting` is true, all later
/// operations also fail. A failing write writes the first half of its data. Returns NULL if memory runs out.
fault_plan *fault_plan_begin(const char *path_prefix, fault_operation operation, long nth, int code, bool lasting);
void fault_plan_end(fault_plan *plan);

/// Returns the number of operations that match a plan, including failed operations.
long fault_plan_seen(const fault_plan *plan);
/// Returns the number of operations that a plan has made fail.
long fault_plan_failed(const fault_plan *plan);

#endif
