import type { MedEntry } from './facts.ts'
import type { Findings, Place } from './finding.ts'
import type { Node } from './tree.ts'
import { medPlace } from './vocabulary.ts'

/** Distinguishes the two releases of the GS1 US guideline in current use, and detects documents that mix them. */
export class Guideline {
  private readonly first = new Map<string, Place>()

  addMed(node: Node, entry: MedEntry): void {
    if (entry.ndcType !== null && !this.first.has(entry.ndcType)) this.first.set(entry.ndcType, medPlace(node))
  }

  /** Whether a product is described in a way only R1.3 allows. */
  get usesR13Types(): boolean {
    return this.first.has('US_FDA_NDC')
  }

  /**
   * Warns at the first product of the R1.2 NDC type if the document claims to follow R1.3 or also uses the NDC type of R1.3.
   * @param version content of the element guidelineVersion, which R1.3 introduced; null if the document has none.
   */
  check(version: string | null, findings: Findings): void {
    const older = this.first.get('FDA_NDC_11')
    const saysR13 = version !== null && !/\bR1\.2\b/.test(version)
    if (older === undefined || !(saysR13 || this.usesR13Types)) return
    const other = saysR13 ? `says that it follows ${version.slice(0, 80)}` : 'has products with the R1.3 NDC type US_FDA_NDC'
    findings.report('MedVocabularyError', older, {
      message: `The document ${other}, and describes products with the R1.2 NDC type FDA_NDC_11.`,
      hint: 'The sender should follow one release of the guideline; the document can be used.',
      value: 'FDA_NDC_11',
      severity: 'warn',
    })
  }
}
