import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Reads and parses a file of the collected recalls, which are in a folder outside this repository. Returns null if the file doesn't exist, or if
 * COLLECTED=none hides it to prove on any machine that the suite works without it.
 */
export function collected(name: string): unknown {
  if (process.env.COLLECTED === 'none') return null
  const file = ['../../../../shared/', '../../../../../shared/']
    .map((up) => fileURLToPath(new URL(`${up}corpus/recalls/${name}`, import.meta.url)))
    .find((path) => existsSync(path))
  return file === undefined ? null : JSON.parse(readFileSync(file, 'utf8'))
}
