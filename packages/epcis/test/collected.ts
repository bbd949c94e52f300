import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The folder of collected documents, which lies beside the checkout and not in it, with a slash at its end; null where it is not there.
 * COLLECTED=none hides it, so that a machine that has it can prove that the suite does without.
 */
export function collectedFolder(): string | null {
  if (process.env.COLLECTED === 'none') return null
  for (const up of ['../../../../shared/corpus/', '../../../../../shared/corpus/']) {
    const folder = fileURLToPath(new URL(up, import.meta.url))
    if (existsSync(folder)) return folder
  }
  return null
}
