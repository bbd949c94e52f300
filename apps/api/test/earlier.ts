/**
 * SQL for a timestamp column minus a duration. A cluster (docs/scale.md) accepts this form in an `update`, because the result is independent of the
 * time zone.
 */
export const earlier = (column: string, time: string) => `(${column} at time zone 'UTC' - interval '${time}') at time zone 'UTC'`
