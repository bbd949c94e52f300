/** The rows of an answer, whatever its list is called. */
export function rowsOf(answer: unknown): unknown {
  const { items, hits, found, rows } = answer as Record<string, unknown>
  return items ?? hits ?? found ?? rows ?? []
}

/** `not found`, or what was answered instead. */
export function codeOf(refused: unknown): string {
  const { code, key } = (refused ?? {}) as { code?: string; key?: string }
  return code === 'NOT_FOUND' || key?.endsWith('not_found') ? 'not found' : JSON.stringify(refused)
}
