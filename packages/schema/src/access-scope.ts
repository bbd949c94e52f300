import { z } from 'zod'

/**
 * The scopes to which an access token may be limited, worded for the person who creates it. Each call of `/api/v2` declares the scope that it needs.
 */
export const ACCESS_SCOPES = {
  'locations:read': 'List your locations',
  'orders:read': 'List orders and how much of each was received',
  'intake:deliver': 'Deliver files and read their results',
  'intake:read': 'List incoming files with their results',
  'dispense-checks:write': 'Ask whether a package may be dispensed',
  'verifications:read': 'List and read verifications with manufacturers',
  'verifications:write': 'Ask a manufacturer about a package',
  'webhooks:read': 'List webhook endpoints',
  'webhooks:write': 'Add and delete webhook endpoints',
  'tracing-requests:read': 'List and read tracing requests',
  'tracing-requests:write': 'Record tracing requests',
  'scorecards:read': 'List and read the scorecards of suppliers',
  'shipments:read': 'List and read shipments',
  'shipments:write': 'Start shipments, scan packages into them, and send them',
} as const

export type AccessScope = keyof typeof ACCESS_SCOPES
export const accessScope = z.enum(Object.keys(ACCESS_SCOPES) as [AccessScope, ...AccessScope[]]) // Object.keys() returns string[]

export const isAccessScope = (name: string): name is AccessScope => Object.hasOwn(ACCESS_SCOPES, name)
