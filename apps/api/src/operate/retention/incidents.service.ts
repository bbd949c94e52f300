import type { CustomerTx } from '../../db/types.ts'
import { type IncidentRow, listIncidents, listKnown, type NamedPackages } from './retention.queries.ts'
import { isUnderstood, readNamed } from './retention.rules.ts'

export interface Incident extends NamedPackages {
  label: string
  endedAt: Date | null
}

/**
 * What reports of suspect product (Form 3911) name, asked anew each time. Only where a report changed since the last time are its words looked up among the
 * customer's packages, because that reads all of them; a package that came since makes a report that kept a whole location keep less, which can wait.
 */
export class Incidents {
  private read = ''
  private named: Incident[] = []

  async list(tx: CustomerTx, cutoff: Date): Promise<readonly Incident[]> {
    const rows = (await listIncidents(tx, cutoff)).filter((row) => !isEmptyDraft(row))
    const read = JSON.stringify(rows)
    if (read !== this.read) this.named = await nameAll(tx, rows)
    this.read = read
    return this.named
  }
}

const isBlank = ({ serials, lots, medId }: IncidentRow) => medId === null && !serials.trim() && !lots.trim()
/** It says nothing yet. */
const isEmptyDraft = (row: IncidentRow) => row.isDraft && isBlank(row)

async function nameAll(tx: CustomerTx, rows: readonly IncidentRow[]): Promise<Incident[]> {
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
