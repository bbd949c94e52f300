import { newNotes } from '../call/call-notes.ts'
import type { Context, RequestFacts } from '../call/context.ts'
import type { Deps } from '../call/deps.ts'
import { ACCESS_TOKEN_PREFIX, findTokenSession } from '../domains/auth/session/access-token.service.ts'
import { findSession } from '../domains/auth/session/session.service.ts'
import { DOOR_TOKEN_PREFIX, findDoorSession } from '../domains/intake/door.service.ts'

/** Turns the request's token into a session, once per request. */
export async function createContext(deps: Deps, request: RequestFacts): Promise<Context> {
  const now = deps.clock.now()
  const found = await whoCalls(deps, request, now)
  return {
    ...deps,
    request,
    now,
    notes: newNotes(),
    pending: found?.pending ?? null,
    session: found?.session ? { ...found.session, isOverRest: request.isRest === true } : null,
    inTx: () => Promise.reject(new Error('inTx needs a signed-in caller: use allowed(permission).')),
  }
}

async function whoCalls(deps: Deps, { token, ...request }: RequestFacts, now: Date) {
  if (!token) return null
  const timeZone = readZone(request.timeZone)
  const isDoor = token.startsWith(DOOR_TOKEN_PREFIX)
  if (!isDoor && !token.startsWith(ACCESS_TOKEN_PREFIX))
    return findSession(deps, token, { now, timeZone, isBackground: request.isBackground })
  if (!request.takesAccessToken) return null
  if (isDoor) return { pending: null, session: await findDoorSession(deps, token, { now, timeZone }) }
  return { pending: null, session: await findTokenSession(deps, token, { now, timeZone, address: request.address }) }
}

const DEFAULT_ZONE = 'America/Los_Angeles'

/** Zones that browsers send; looking a name up is cheaper than constructing a formatter for each call. */
const ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'))

/** The caller's time zone, or the default if the name is not a zone. */
function readZone(name: string | undefined): string {
  if (!name || name.length > 64) return DEFAULT_ZONE
  if (ZONES.has(name)) return name
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return DEFAULT_ZONE
  }
}
