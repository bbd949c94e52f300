import { z } from 'zod'

/** What an access token may be limited to, in words for its maker. Each call of `/api/v2` names the scope that it needs. */
export const ACCESS_SCOPES = {
  'locations:read': 'List your locations',
  'orders:read': 'List orders and how much of them was received',
  'intake:deliver': 'Deliver files, and learn what became of them',
  'intake:read': 'List the files that came in, with what became of them',
  'dispense-checks:write': 'Ask whether a package may be dispensed',
  'tracing-requests:read': 'List and read tracing requests',
  'tracing-requests:write': 'Enter tracing requests',
} as const

export type AccessScope = keyof typeof ACCESS_SCOPES
export const accessScope = z.enum(Object.keys(ACCESS_SCOPES) as [AccessScope, ...AccessScope[]]) // its own keys

export const isAccessScope = (name: string): name is AccessScope => Object.hasOwn(ACCESS_SCOPES, name)
