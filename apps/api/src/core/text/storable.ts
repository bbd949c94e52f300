/** Makes text from outside storable: NUL, which PostgreSQL cannot store, and lone surrogates become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/**
 * JSON's escape sequences for the characters that {@link storable} replaces. The pattern may also match after an escaped backslash, which only costs
 * time.
 */
const REFUSED = /\\u(?:0000|d[89a-f])/

/** Writes a value as JSON for the database. Like `storable`, it makes text from outside safe to store. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!REFUSED.test(text)) return text
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part))
}
