import type { TestDb } from '../harness.ts'

export interface Line {
  line: number
  serial: string | null
  gtin: string | null
  sscc: string | null
  isPackage: boolean
  medId: number | null
  by: number | null
  at: Date | null
  how: string | null
}
/** Reads the lines of a document, each with who received it, when and how. */
export const collectLines = (t: TestDb, documentId: number): Promise<(Line & Record<string, unknown>)[]> =>
  t.query(
    `select d.line, m.serial_number as serial, m.gtin, d.sscc, d.is_package as "isPackage", d.med_id::int as "medId", r.user_id::int as by, r.at, r.how
     from document_med d left join med m on m.customer_id = d.customer_id and m.id = d.med_id
     left join receipt r on r.customer_id = d.customer_id and r.id = d.receipt_id where d.document_id = $1 order by d.line`,
    [documentId],
  )

/** Only the meds among the lines of a document. */
export const collectMeds = async (t: TestDb, documentId: number) => (await collectLines(t, documentId)).filter((line) => !line.isPackage)
