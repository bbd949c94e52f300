import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * A file of the collected recalls, parsed; they lie beside the checkout and not in it: null where they are not there. COLLECTED=none hides them,
 * so that a machine that has them can prove that the suite does without.
 */
export function collected(name: string): unknown {
  if (process.env.COLLECTED === 'none') return null
  const file = ['../../../../shared/', '../../../../../shared/']
    .map((up) => fileURLToPath(new URL(`${up}corpus/recalls/${name}`, import.meta.url)))
    .find((path) => existsSync(path))
  return file === undefined ? null : JSON.parse(readFileSync(file, 'utf8'))
}
