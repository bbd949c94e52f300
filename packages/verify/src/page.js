import { readFileSync } from 'node:fs'

const MODULES = ['sha256.js', 'bytes.js', 'proof.js', 'zip.js', 'verify.js']
/** @param {string} name */
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')

/**
 * The self-contained page that verifies a pack in a browser: `verify.html` of each pack. It contains the modules of this package, without comments.
 */
export function verifyPage() {
  const code = MODULES.map(read)
    .join('')
    .replace(/^\s*(?:import .*|\/\/.*|\/\*\*.*\*\/)\n/gm, '')
    .replace(/^export /gm, '')
    .replace(/\n{2,}/g, '\n')
  return read('verify.html').replace('/* VERIFY */', () => code)
}
