/** Passed as an argument instead of reading the system time, so that tests can move the time and rules stay pure. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
