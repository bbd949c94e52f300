export { readRecall } from './read-recall.ts'
export type { LotExpiration, RecallCode, RecallReading, RecallRecord } from './types.ts'
