import { createRequire } from 'node:module'
import { decode } from '@seriatim/gs1'

export interface ScanFigures {
  scans: number
  /** Scans a second, the best of several rounds in turn. */
  ours: number
  bark: number
  parserMod: number
}

const require = createRequire(import.meta.url)
const GS = '\x1d'

/** What a pharmacy's scanner sends: units in two orders, with AIM identifier and without, and containers. */
function scans(count: number): string[] {
  const sscc = ']C100106141412345678908'
  return Array.from({ length: count }, (_, i) => {
    const unit = [
      `]d2010030116200116521${10_000_083_000_000 + i}${GS}1728073110608464T`,
      `010030116200116517280731101A${i}${GS}21SN${i}X9Z`,
      `]d2010357466145194721118165${100_000 + i}${GS}17261231101724847.1`,
      sscc,
    ]
    return Buffer.from(unit[i % unit.length] ?? sscc).toString('latin1') // one flat string, as from a scanner
  })
}

/** Seconds for one round. A reader that throws has answered too. */
function measureSeconds(read: (scan: string) => unknown, texts: readonly string[]): number {
  const start = process.hrtime.bigint()
  for (const text of texts) {
    try {
      read(text)
    } catch {
      // It refused.
    }
  }
  return Number(process.hrtime.bigint() - start) / 1e9
}

/** The same strings through three readers, round by round, so that what else the machine does falls on all of them. */
export function benchScans(count = 20_000, rounds = 12): ScanFigures {
  const bark = require('bark-js') as (scan: string) => unknown // it has no types
  const { parseBarcode } = require('gs1-barcode-parser-mod') as { parseBarcode: (scan: string) => unknown } // it has no types
  const texts = scans(count)
  const refused = texts.filter((text) => !decode(text).ok)
  if (refused.length > 0) throw new Error(`${refused.length} scans were refused: ${refused[0]}`)
  const best = { ours: Infinity, bark: Infinity, parserMod: Infinity }
  for (let round = 0; round < rounds; round += 1) {
    best.ours = Math.min(
      best.ours,
      measureSeconds((text) => decode(text), texts),
    )
    best.bark = Math.min(best.bark, measureSeconds(bark, texts))
    best.parserMod = Math.min(best.parserMod, measureSeconds(parseBarcode, texts))
  }
  return { scans: count, ours: count / best.ours, bark: count / best.bark, parserMod: count / best.parserMod }
}
