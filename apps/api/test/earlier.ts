/** An instant of a row, so long before. In these words a cluster (docs/scale.md) takes it in an `update`: the answer hangs on no time zone. */
export const earlier = (column: string, time: string) => `(${column} at time zone 'UTC' - interval '${time}') at time zone 'UTC'`
