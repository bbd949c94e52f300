/** For other domains, which show GLNs with what they belong to. */
export { listGlnsOf } from './gln.queries.ts'
