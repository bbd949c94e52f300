import { SharedLook } from '../../db/shared-look.ts'
import type { findTokenByHash } from './access-token.queries.ts'
import type { findCaller } from './auth.queries.ts'

type CallerRow = Awaited<ReturnType<typeof findCaller>>
type TokenRow = Awaited<ReturnType<typeof findTokenByHash>>

/** Who calls, by the token's hash: calls of one token at the same moment ask once. */
export const openLooks = () => ({ session: new SharedLook<CallerRow>(), token: new SharedLook<TokenRow>() })

export type Looks = ReturnType<typeof openLooks>
