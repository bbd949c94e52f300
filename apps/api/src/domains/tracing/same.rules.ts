/** The facts that decide whether two requests about the same items are the same request. */
export interface RequestIdentity {
  organization: string
  emailAddress: string | null
  reference: string | null
  /** Null unless the request came by email. */
  mailHeaders: string | null
}

const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Whether two requests for the same items seem to come from the same asker. An email shows only its sender and its subject, so a mailed request and a
 * typed-in one count as the same unless they contradict each other. The result is only a hint: a person decides.
 */
export function isSameRequest(one: RequestIdentity, other: RequestIdentity): boolean {
  return isSameAsker(one, other) && isSameReference(one, other)
}

function isSameAsker(one: RequestIdentity, other: RequestIdentity): boolean {
  if (plain(one.organization) === plain(other.organization)) return true
  const [domain, otherDomain] = [domainOf(one), domainOf(other)]
  if (domain !== null && otherDomain !== null) return domain === otherDomain && (isUnnamed(one) || isUnnamed(other))
  return isUnnamed(one) || isUnnamed(other)
}

/**
 * Whether a request came by email and states no organization. In that case, the intake has stored the sender's address as the organization; a file in
 * the email could have stated one.
 */
const isUnnamed = ({ mailHeaders, organization }: RequestIdentity) =>
  mailHeaders !== null && (organization.includes('@') || !organization.trim())

const domainOf = ({ emailAddress }: RequestIdentity) => emailAddress?.split('@')[1]?.trim().toLowerCase() ?? null

function isSameReference(one: RequestIdentity, other: RequestIdentity): boolean {
  if (one.reference === null || other.reference === null) return true
  // An email may state its reference only in the subject, such as "Request 26-1187, urgent", so if either request came by email, their references may
  // differ.
  if (one.mailHeaders !== null || other.mailHeaders !== null) return true
  return plain(one.reference) === plain(other.reference)
}
