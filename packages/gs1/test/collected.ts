import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * A file of the collected GS1 data, which lies beside the checkout and not in it; null where it is not there. COLLECTED=none hides it,
 * so that a machine that has it can prove that the suite does without.
 */
export function collectedText(name: string): string | null {
  if (process.env.COLLECTED === 'none') return null
  const file = ['../../../../shared/', '../../../../../shared/']
    .map((up) => fileURLToPath(new URL(`${up}corpus/gs1/${name}`, import.meta.url)))
    .find((path) => existsSync(path))
  return file === undefined ? null : readFileSync(file, 'utf8')
}

/** The same, parsed. */
export function collected(name: string): unknown {
  const text = collectedText(name)
  return text === null ? null : JSON.parse(text)
}
