import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Folder of collected documents next to the checkout, with a trailing slash; null if it doesn't exist. COLLECTED=none hides it, to prove on any
 * machine that the suite works without it.
 */
export function collectedFolder(): string | null {
  if (process.env.COLLECTED === 'none') return null
  for (const up of ['../../../../shared/corpus/', '../../../../../shared/corpus/']) {
    const folder = fileURLToPath(new URL(up, import.meta.url))
    if (existsSync(folder)) return folder
  }
  return null
}
