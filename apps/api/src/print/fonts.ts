import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD'
const LATIN_EXT =
  'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113'
const GREEK = 'U+0370-03FF'
const CYRILLIC = 'U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116'

const FACES: [family: string, file: string, range: string][] = [
  ['Inter', 'inter/files/inter-latin-wght-normal.woff2', LATIN],
  ['Inter', 'inter/files/inter-latin-ext-wght-normal.woff2', LATIN_EXT],
  ['Inter', 'inter/files/inter-greek-wght-normal.woff2', GREEK],
  ['Inter', 'inter/files/inter-cyrillic-wght-normal.woff2', CYRILLIC],
  ['JetBrains Mono', 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2', LATIN],
]

let css: string | undefined

/** Our fonts as `data:` URLs, because a printed page is not allowed to load anything and the machine may not have them installed. */
export function fontFaces(): string {
  css ??= FACES.map(([family, file, range]) => {
    const bytes = readFileSync(require.resolve(`@fontsource-variable/${file}`)).toString('base64')
    return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${bytes}) format('woff2');unicode-range:${range}}`
  }).join('\n')
  return css
}
