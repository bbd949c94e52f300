import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A file of the collected check data, which lies beside the checkout and not in it; undefined where it is not there. COLLECTED=none hides
 * it, so that a machine that has it can prove that the suite does without.
 */
export function collectedFile(path: string): string | undefined {
  if (process.env.COLLECTED === 'none') return undefined
  const root = join(import.meta.dirname, '../../..')
  return [join(root, '../shared/corpus', path), join(root, '../../shared/corpus', path)].find((file) => existsSync(file))
}
