import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file of the shared corpus, which lies beside the checkout; null without it. */
export function corpus(name: string): unknown {
  const file = ['../../../../shared/', '../../../../../shared/']
    .map((up) => fileURLToPath(new URL(`${up}corpus/gs1/${name}`, import.meta.url)))
    .find((path) => existsSync(path))
  return file === undefined ? null : JSON.parse(readFileSync(file, 'utf8'))
}
