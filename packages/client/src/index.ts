export type { Calls } from './calls.ts'
export { type Answer, type Client, type ClientOptions, createClient, type DeliveryOptions, type Input, type Item } from './client.ts'
export { ConnectionError, type Problem, ProblemError } from './problem.ts'
