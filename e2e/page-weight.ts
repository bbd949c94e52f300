import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../apps/web/dist')

export interface Weight {
  page: string
  /** Kilobytes of JavaScript and of CSS, compressed with gzip. */
  js: number
  css: number
}

/** Weighs what a browser loads before the first screen appears: the scripts and styles listed in the page's head. */
export function weighFirstLoad(): Weight {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
  const sum = (end: string) =>
    named.filter((name) => name.endsWith(end)).reduce((total, name) => total + gzipSync(readFileSync(join(dist, name))).length, 0) / 1000
  return { page: 'sign-in', js: sum('.js'), css: sum('.css') }
}

/** Every chunk with its size, the largest first; `e2e/page-weight.spec.ts` limits each. */
export function heaviestChunks(): { name: string; kb: number }[] {
  const assets = join(dist, 'assets')
  return readdirSync(assets)
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => ({ name, kb: gzipSync(readFileSync(join(assets, name))).length / 1000 }))
    .sort((a, b) => b.kb - a.kb)
}
