/** The source of time. Services get it as an argument and never read the system time, so that tests can move the time and rules stay pure. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
