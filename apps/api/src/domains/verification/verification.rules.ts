import type { VerificationAnswer, VerificationDriver, VerificationPurpose } from '@seriatim/schema'
import { ADDITIONAL_INFO, FAILURE_REASONS, UNAVAILABLE_CAUSES, type Verdict } from '@seriatim/vrs'

/**
 * Sentences that explain why there is no answer if the cause does not come from the verification service: the question never reached a service, the
 * answer cannot be stored, or nobody has answered yet.
 */
const OWN_CAUSES = {
  wallet_failed: 'The wallet did not provide a credential, so no manufacturer was contacted.',
  credential_unreadable: 'The stored credential cannot be read, so no manufacturer was contacted.',
  address_forbidden: 'The address of the service or of the wallet is on a private network, so no question was sent.',
  incomplete: 'GTIN, lot, expiry or serial number is missing or cannot be sent, so no manufacturer was contacted.',
  departed: 'The package has left the location, so no manufacturer was contacted.',
  not_storable: 'The answer contains characters or values that cannot be stored.',
  no_answer_yet: 'Nobody has answered yet.',
} as const

export type UnansweredCause = Extract<Verdict, { answer: 'unavailable' }>['cause'] | keyof typeof OWN_CAUSES

const CAUSES: Readonly<Record<string, string>> = { ...UNAVAILABLE_CAUSES, ...OWN_CAUSES }

interface Answered {
  answer: VerificationAnswer | null
  driver: VerificationDriver
  reason: string | null
  additionalInfo: string | null
  cause: string | null
}

/**
 * Words what the answer to a verification means; null while there is no answer. If the question remained unanswered, the text states that this says
 * nothing about the package.
 */
export function describeAnswer({ answer, driver, reason, additionalInfo, cause }: Answered): string | null {
  if (answer === null) return null
  if (answer === 'unavailable') return `${CAUSES[cause ?? ''] ?? 'There was no answer.'} This says nothing about the package.`
  const remarks = (additionalInfo ?? '').split(', ').filter(Boolean)
  const added = [
    ...remarks.map((one) => readMeaning(ADDITIONAL_INFO, one) ?? `The manufacturer adds: ${one}.`),
    ...(driver === 'simulator' ? ['This answer comes from a simulator, not from the manufacturer.'] : []),
  ]
  if (answer === 'verified') return ['The manufacturer confirms this product identifier.', ...added].join(' ')
  const why =
    reason === null
      ? 'The manufacturer does not confirm this product identifier.'
      : (readMeaning(FAILURE_REASONS, reason) ?? quote(reason, driver))
  return [why, ...added].join(' ')
}

/**
 * Looks up what a word of the service's answer means; undefined if the profile does not define the word. `Object.hasOwn` keeps a word such as
 * "constructor" from finding a built-in property.
 */
const readMeaning = (meanings: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(meanings, word) ? meanings[word] : undefined

/** Makes a sentence that quotes a reason: one that is not in the profile's list (`FAILURE_REASONS`), or one that a person entered. */
const quote = (reason: string, driver: VerificationDriver) =>
  driver === 'manual'
    ? `The manufacturer does not confirm the package: ${reason.replace(/\.$/, '')}.`
    : `The manufacturer gives the reason "${reason}".`

/**
 * Purposes for which the customer can ask a manufacturer. A verification service answers only for purposes that have a context in the settings;
 * people who ask by hand can ask for any purpose.
 */
export function askablePurposes(
  driver: VerificationDriver,
  contexts: Readonly<Record<VerificationPurpose, string | null>>,
): VerificationPurpose[] {
  const all = ['return', 'suspect', 'exception', 'status'] as const
  return all.filter((purpose) => driver === 'manual' || contexts[purpose] !== null)
}
