/** For other domains, which show GLNs with what they belong to. */
export { listLocationGlns as listGlnsOf } from './gln.queries.ts'
