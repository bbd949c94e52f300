/** Foreign text as PostgreSQL takes it: NUL, which no text column holds, and halves of surrogate pairs become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** How JSON writes what {@link storable} replaces; a backslash before it may mean something else, which costs time only. */
const REFUSED = /\\u(?:0000|d[89a-f])/

/** The same for JSON of foreign texts. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!REFUSED.test(text)) return text
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part))
}
