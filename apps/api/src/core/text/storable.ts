/** Makes foreign text storable: NUL, which no PostgreSQL text column holds, and lone surrogates become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** JSON's spelling of what {@link storable} replaces. An escaped backslash before it can match too, which costs time only. */
const REFUSED = /\\u(?:0000|d[89a-f])/

/** Like `storable`, for JSON of foreign texts. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!REFUSED.test(text)) return text
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part))
}
