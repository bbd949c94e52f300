import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Reads a file of the collected GS1 data, which is in a folder outside this repository. Returns null if the file doesn't exist, or if COLLECTED=none,
 * which shows on any machine that the suite works without this data.
 */
export function collectedText(name: string): string | null {
  if (process.env.COLLECTED === 'none') return null
  const file = ['../../../../shared/', '../../../../../shared/']
    .map((up) => fileURLToPath(new URL(`${up}corpus/gs1/${name}`, import.meta.url)))
    .find((path) => existsSync(path))
  return file === undefined ? null : readFileSync(file, 'utf8')
}

/** Reads a JSON file of the collected GS1 data; null if it doesn't exist. */
export function collected(name: string): unknown {
  const text = collectedText(name)
  return text === null ? null : JSON.parse(text)
}
