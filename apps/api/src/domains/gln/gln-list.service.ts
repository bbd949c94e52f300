/** For other domains, which show GLNs with what they belong to. */
export { makeGlnEntry, selectLocationGlns } from './gln.queries.ts'
