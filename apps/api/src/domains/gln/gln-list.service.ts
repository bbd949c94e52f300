/** For other domains, which show GLNs with what they belong to. */
export { listLocationGlns } from './gln.queries.ts'
