/**
 * Errors that stop the verification of a list, each with the reason shown for the packages that were not verified. If `isOurs` is true, our own
 * settings cause the error, so every further question would fail too. If it is false, perhaps only one manufacturer refuses us.
 */
const REFUSALS: Readonly<Record<string, { isOurs: boolean; reason: string }>> = {
  credential_refused: {
    isOurs: false,
    reason:
      'The verification service refused the credential, or does not permit you to ask, so the remaining packages were not verified. Renew the credential or ask your provider, then continue the list.',
  },
  requester_unknown: {
    isOurs: false,
    reason:
      'The verification service does not know your GLN, so the remaining packages were not verified. Correct the GLN under Settings or ask your provider, then continue the list.',
  },
  wallet_failed: {
    isOurs: true,
    reason:
      'The wallet did not provide a credential, so the remaining packages were not verified. Check the wallet, then continue the list.',
  },
  credential_unreadable: {
    isOurs: true,
    reason:
      'The stored credential cannot be read, so the remaining packages were not verified. Enter it again under Settings, then continue the list.',
  },
  address_forbidden: {
    isOurs: true,
    reason:
      'The address of the service or of the wallet is on a private network, so the remaining packages were not verified. Correct the address under Settings, then continue the list.',
  },
}

interface AskedProduct {
  gtin: string
  /** Why there is no answer; null if the manufacturer answered. */
  cause: string | null
}

interface JudgedBatch {
  /** The products that the service has refused to verify since the last batch in which it answered at least one question. */
  refused: ReadonlySet<string>
  /** Why the service refused; undefined unless it refused every question of the batch. */
  reason: string | undefined
  /**
   * True if other products would be refused, too. If false, perhaps only the manufacturer of the one refused product does not permit the customer to
   * ask.
   */
  isCertain: boolean
}

/**
 * Looks for refusals by the verification service in a batch of answers. If the service refused every question, returns its reason and the refused
 * products; if it answered any question, returns neither. Skips questions about packages that have left, because the service was never asked.
 * @param before products that were refused in earlier batches.
 */
export function judgeBatch(answers: readonly AskedProduct[], before: ReadonlySet<string>): JudgedBatch {
  const asked = answers.filter(({ cause }) => cause !== 'departed')
  if (asked.length === 0) return { refused: before, reason: undefined, isCertain: false }
  const [first, ...more] = asked.map(({ cause }) => REFUSALS[cause ?? ''])
  if (!first || more.includes(undefined)) return { refused: new Set(), reason: undefined, isCertain: false }
  const refused = new Set([...before, ...asked.map(({ gtin }) => gtin)])
  return { refused, reason: first.reason, isCertain: first.isOurs || refused.size > 1 }
}
