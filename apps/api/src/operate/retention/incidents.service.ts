import type { CustomerTx } from '../../db/types.ts'
import { listIncidents, listKnown, type NamedPackages, type NamingIncident } from './retention.queries.ts'
import { isUnderstood, readNamed } from './retention.rules.ts'

export interface NamedIncident extends NamedPackages {
  label: string
  endedAt: Date | null
}

/**
 * Reports of suspect product (Form 3911), with the packages that they mention. The reports are read on every call, but the serial numbers and lots in
 * them are matched with the customer's packages only if a report has changed, because that reads all packages. So a package that is added later is
 * not matched until a report changes. Until then, a report that was unclear may keep all records of its location.
 */
export class Incidents {
  private read = ''
  private named: NamedIncident[] = []

  async list(tx: CustomerTx, cutoff: Date): Promise<readonly NamedIncident[]> {
    const rows = (await listIncidents(tx, cutoff)).filter((row) => !isEmptyDraft(row))
    const read = JSON.stringify(rows)
    if (read !== this.read) this.named = await nameAll(tx, rows)
    this.read = read
    return this.named
  }
}

const isBlank = ({ serials, lots, medId }: NamingIncident) => medId === null && !serials.trim() && !lots.trim()
const isEmptyDraft = (row: NamingIncident) => row.isDraft && isBlank(row)

async function nameAll(tx: CustomerTx, rows: readonly NamingIncident[]): Promise<NamedIncident[]> {
  const named = rows.map((row) => ({
    row,
    serials: readNamed(row.serials),
    lots: readNamed(row.lots),
    medIds: row.medId === null ? [] : [row.medId],
  }))
  const known = await listKnown(tx, {
    serials: named.flatMap(({ serials }) => serials),
    lots: named.flatMap(({ lots }) => lots),
    medIds: named.flatMap(({ medIds }) => medIds),
  })
  return named.map(({ row, ...packages }) => {
    const isClear =
      !isBlank(row) &&
      isUnderstood(row.serials, known.serials) &&
      isUnderstood(row.lots, known.lots) &&
      packages.medIds.every((id) => known.medIds.has(id))
    return { ...packages, label: row.label, endedAt: row.endedAt, locationIds: isClear ? [] : [row.locationId] }
  })
}
