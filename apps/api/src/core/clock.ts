/** The time as an argument, so that tests can move it and rules stay pure. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
