import type { ErrorKey } from '../errors.ts'

/** What a violated constraint means to the caller; constraints not named here are mistakes of ours. */
const MEANING: Record<string, ErrorKey> = {
  location_gln__global_location_number: 'gln_taken',
  login__email_address: 'exists_already',
  med__location_id__gtin__serial_number: 'exists_already',
}

interface PgError {
  code?: string
  constraint?: string
  message?: string
}

/** The key of a violated constraint, or undefined. A distributed table puts its shard's number behind the name and names it in the message only. */
export function keyOfConstraint(error: unknown): ErrorKey | undefined {
  const { code, constraint, message } = (error ?? {}) as PgError // what pg throws has no type of its own
  if (!code?.startsWith('23')) return undefined
  const name = constraint ?? message?.match(/constraint "(.+?)"/)?.[1] ?? ''
  return MEANING[name.replace(/_\d+$/, '')] ?? MEANING[name]
}
