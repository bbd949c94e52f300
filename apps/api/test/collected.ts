import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A file of the collected test data next to the checkout; undefined if it doesn't exist. COLLECTED=none hides it, to prove on any machine that the
 * suite works without it.
 */
export function collectedFile(path: string): string | undefined {
  if (process.env.COLLECTED === 'none') return undefined
  const root = join(import.meta.dirname, '../../..')
  return [join(root, '../shared/corpus', path), join(root, '../../shared/corpus', path)].find((file) => existsSync(file))
}
