/**
 * SQL of an array parameter whose length the planner does not see, such as `unseenArray('$1', 'integer')`.
 *
 * A plan that fits any parameters assumes ten elements. Where the planner sees fewer, it prefers a plan for this one call, and
 * plans a prepared statement at every call. For statements of many tables that takes longer than running them.
 */
export const unseenArray = (parameter: string, type: string): string => `(SELECT ${parameter}::${type}[])::${type}[]`
