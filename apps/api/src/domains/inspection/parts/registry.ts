import { listPackParts, type PackAsk, type PackPart } from '@seriatim/schema'
import { agreementsPart } from './agreements.part.ts'
import { auditPart } from './audit.part.ts'
import { balancePart } from './balance.part.ts'
import { exceptionsPart } from './exceptions.part.ts'
import { holdsPart } from './holds.part.ts'
import { incidentsPart } from './incidents.part.ts'
import { outboundPart } from './outbound.part.ts'
import type { PartSource } from './part.ts'
import { partnersPart } from './partners.part.ts'
import { recallsPart } from './recalls.part.ts'
import { receiptsPart } from './receipts.part.ts'
import { regimePart } from './regime.part.ts'
import { retentionPart } from './retention.part.ts'
import { sopsPart } from './sops.part.ts'
import { tracingPart } from './tracing.part.ts'
import { transactionsPart } from './transactions.part.ts'
import { unitsPart } from './units.part.ts'

/**
 * The parts in the order in which they are written. The index, which lists the files of all parts, is not among them. A new part is added here and in
 * `PACK_PARTS`.
 */
const PARTS: readonly PartSource[] = [
  regimePart,
  partnersPart,
  receiptsPart,
  transactionsPart,
  exceptionsPart,
  holdsPart,
  incidentsPart,
  recallsPart,
  tracingPart,
  outboundPart,
  sopsPart,
  agreementsPart,
  retentionPart,
  balancePart,
  unitsPart,
  auditPart,
]

export const partSources = (parts: readonly PackPart[]): readonly PartSource[] => PARTS.filter(({ part }) => parts.includes(part))

export const presetSources = ({ preset, medIds }: Pick<PackAsk, 'preset' | 'medIds'>): readonly PartSource[] =>
  partSources(listPackParts(preset, { medIds }))
