/** What the counter knows of a package that is to be reported. */
interface Suspect {
  serialNumber?: string | undefined
  gtin?: string | null | undefined
  ndc?: string | null | undefined
  lotNumber?: string | null | undefined
  /** `YYYY-MM-DD`, or `YYYY-MM` where the label has no day. */
  expirationDate?: string | null | undefined
  documentId?: number | undefined
}

/** Report An Incident with what is known of the package, each under its own name. */
export function incidentPath(suspect: Suspect): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(suspect)) if (value) query.set(name, String(value))
  return query.size === 0 ? '/reportanincident' : `/reportanincident?${query}`
}
