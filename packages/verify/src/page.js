import { readFileSync } from 'node:fs'

/** The self-contained page that verifies a pack in a browser: `verify.html` of each pack. */
export function verifyPage() {
  return readFileSync(new URL('./verify.html', import.meta.url), 'utf8')
}
