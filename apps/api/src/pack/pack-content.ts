export type FileContent = AsyncIterable<Uint8Array | string>

const EDGE: ReadonlySet<string | undefined> = new Set(['.', '-'])

/**
 * Turns text into a segment of a file name. Every run of characters other than letters, digits, dots, hyphens and underscores becomes a hyphen, and
 * no dot or hyphen remains at either end.
 */
export function safeSegment(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^A-Za-z0-9._-]+/g, '-')
  let from = 0
  while (EDGE.has(plain[from])) from += 1
  let to = Math.min(plain.length, from + 80)
  while (to > from && EDGE.has(plain[to - 1])) to -= 1
  return plain.slice(from, to) || 'unnamed'
}

/** Turns a short text into the content of a file. */
export async function* text(...parts: readonly string[]): AsyncGenerator<string> {
  yield* parts
}

export async function* bytes(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
