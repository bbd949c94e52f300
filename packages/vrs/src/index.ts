export { buildConnectivity, buildVerify, isSegment, PROFILE_VERSION, writeExpiry } from './build.ts'
export { judgeConnectivity, judgeVerify, UNAVAILABLE_CAUSES, type UnavailableCause, type Verdict, type VrsReply } from './judge.ts'
export type { VrsCall, VrsProduct, VrsService } from './types.ts'
export { ADDITIONAL_INFO, FAILURE_REASONS, toKnownSpelling } from './words.ts'
