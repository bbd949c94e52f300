/**
 * SQL for a timestamp column minus a duration. The conversion to UTC makes the result independent of the time zone; otherwise, a cluster
 * (docs/scale.md) would reject it in an `update`.
 */
export const earlier = (column: string, time: string) => `(${column} at time zone 'UTC' - interval '${time}') at time zone 'UTC'`
