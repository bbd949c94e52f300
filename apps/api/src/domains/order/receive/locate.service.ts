import { parseEpc } from '@seriatim/gs1'
import type { LabelDiffers } from '@seriatim/schema'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { medErrors } from '../../med/med.facts.ts'
import { findUnits, listHeldLabels, type NamedUnit } from './receive.queries.ts'
import { ambiguousSerial, findLabelDifference, pickSscc } from './receive.rules.ts'

export type LabelDifference = Omit<LabelDiffers, 'value'>
export interface Overridden extends LabelDifference {
  serialNumber: string
  line: number
  lastLine: number
}

/** Data on the scanned label besides the serial number, and the user's reasons for receiving the package despite a problem. */
export interface ScannedFacts {
  lotNumber?: string | undefined
  expirationDate?: string | undefined
  /** Why the person receives the package although its label differs from the document. */
  reason?: string | undefined
  /** The reason for receiving the package although it was already received with another order. */
  elsewhereReason?: string | undefined
  /** The reason for receiving although the package was stopped or set aside at the counter. */
  stopReason?: string | undefined
}

export interface ScannedSerial {
  /** The scanned or typed text, exactly as the caller sent it. */
  value: string
  serialNumber: string
  gtin: string | undefined
}

export function parseScanned(value: string, gtin: string | undefined): ScannedSerial {
  const epc = pickSerial(value)
  return { value, serialNumber: epc?.serialNumber ?? value, gtin: epc?.gtin ?? gtin }
}

/** A unit that is not received, because its label differs from the document and nobody gave a reason for receiving it anyway. */
export interface Differing extends LabelDiffers {
  unit: NamedUnit
}

export interface Located {
  lines: { ranges: [number, number][] }
  notFound: string[]
  differs: Differing[]
  overridden: Overridden[]
}

/**
 * Finds the lines with these serial numbers and SSCCs; the line of a container includes its contents. If a label differs from the file, its line is
 * included only if `said` gives a reason to receive it.
 * @throws AppError serial_ambiguous if a value fits several lines.
 */
export async function locateUnits(
  tx: CustomerTx,
  documentId: number,
  wanted: readonly ScannedSerial[],
  { isPackageOnly, said }: { isPackageOnly: boolean; said: ScannedFacts },
): Promise<Located> {
  const serialNumbers = wanted.map((one) => one.serialNumber)
  const ssccs = wanted.map((one) => pickSscc(one.serialNumber) ?? one.serialNumber)
  const named = await findUnits(tx, documentId, { ssccs, serialNumbers })
  const matches = Map.groupBy(named, (match) => match.serialNumber)
  const units = new Map(named.map((unit) => [unit.sscc, unit]))
  const located: Located = { lines: { ranges: [] }, notFound: [], differs: [], overridden: [] }
  for (const one of wanted) {
    const unit = units.get(pickSscc(one.serialNumber) ?? one.serialNumber)
    const fits = (matches.get(one.serialNumber) ?? []).filter(
      (match) => (!isPackageOnly || match.isPackage) && (!one.gtin || match.gtin === one.gtin),
    )
    if (!unit && fits.length > 1) throw new AppError(medErrors.serial_ambiguous, { facts: ambiguousSerial(one.serialNumber, fits) })
    const [fit] = fits
    const found = unit ?? fit
    const difference = unit ? await differenceOfUnit(tx, documentId, said, unit) : fit && findLabelDifference(said, fit)
    if (!found) located.notFound.push(one.value)
    else if (difference && !said.reason) located.differs.push({ value: one.value, ...difference, unit: found })
    else {
      located.lines.ranges.push([found.line, found.lastLine])
      if (difference) located.overridden.push({ serialNumber: one.serialNumber, line: found.line, lastLine: found.lastLine, ...difference })
    }
  }
  return located
}

/**
 * How the scanned label of a logistic unit differs from the file; undefined if it doesn't. The unit has no lot of its own, so the label is compared
 * with each med in it, and one match is enough.
 */
async function differenceOfUnit(
  tx: CustomerTx,
  documentId: number,
  said: ScannedFacts,
  unit: { line: number; lastLine: number },
): Promise<LabelDifference | undefined> {
  if (!said.lotNumber && !said.expirationDate) return undefined
  const differences = (await listHeldLabels(tx, documentId, unit)).map((held) => findLabelDifference(said, held))
  return differences.every((one) => one !== undefined) ? differences[0] : undefined
}

/** GTIN and serial number of an SGTIN in one of its written forms; undefined for a plain serial number. */
function pickSerial(text: string): { gtin: string; serialNumber: string } | undefined {
  if (!text.includes(':')) return undefined
  const epc = parseEpc(text)
  return epc.ok && epc.value.kind === 'sgtin' ? { gtin: epc.value.gtin, serialNumber: epc.value.serialNumber } : undefined
}
