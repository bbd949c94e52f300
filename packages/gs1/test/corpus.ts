import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A JSON file of the shared corpus, which lies beside the checkout; null without it. */
export function corpus(name: string): unknown {
  const text = corpusText(name)
  return text === null ? null : JSON.parse(text)
}

/** The same as text. */
export function corpusText(name: string): string | null {
  const file = ['../../../../shared/', '../../../../../shared/']
    .map((up) => fileURLToPath(new URL(`${up}corpus/gs1/${name}`, import.meta.url)))
    .find((path) => existsSync(path))
  return file === undefined ? null : readFileSync(file, 'utf8')
}
