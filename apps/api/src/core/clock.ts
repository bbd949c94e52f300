/** The time, as an argument: tests move it, rules stay pure. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
