import { randomInt } from 'node:crypto'
import { PASSWORD_RULES } from '@seriatim/schema'
import argon2 from 'argon2'
import { AppError } from '../../../core/errors.ts'
import { authErrors } from '../auth.facts.ts'
import { isCommonPassword } from './common-passwords.ts'

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, PARAMETERS)
}

let decoy: Promise<string> | undefined

/** Checks a password against a hash. Without a hash the result is always false, but the check takes the same time. */
export async function matchesPassword(hash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const matches = await argon2.verify(hash ?? (await decoy), password)
  return hash !== null && matches
}

/**
 * Checks a new password by the specification's rules and two of our own: it must not be one that attackers try first, and must not be so long that
 * hashing it is expensive. @throws AppError naming the broken rule.
 */
export function checkNewPassword(password: string): void {
  if (password.length > 256) throw new AppError(authErrors.password_too_long)
  if (!PASSWORD_RULES.every((rule) => rule.holds(password))) throw new AppError(authErrors.password_too_weak)
  if (isCommonPassword(password)) throw new AppError(authErrors.password_common)
}

const ALPHABETS = ['ABCDEFGHJKMNPQRSTUVWXYZ', 'abcdefghjkmnpqrstuvwxyz', '23456789'] as const

/** A temporary password of four groups that can be read aloud over the phone; about 80 bits. */
export function newTemporaryPassword(): string {
  const letter = (kind: number) => ALPHABETS[kind % 3]?.charAt(randomInt((ALPHABETS[kind % 3] ?? '').length)) ?? ''
  const group = () => [0, 1, 2, randomInt(3)].map(letter).join('')
  return [group(), group(), group(), group()].join('-')
}
