/** Random access to bytes: from a `Blob` through `fromBlob`, or from an open file. */
export interface Source {
  size: number
  /** The bytes from `from` up to but not including `to`. */
  read(from: number, to: number): Promise<Uint8Array>
}

export interface Report {
  /**
   * Every byte of the pack is unchanged since packing and recorded in the log. Without `key`, this proves only that the pack was made by the owner of
   * the key that it contains.
   */
  isProven: boolean
  /** The pack's description of itself; null if it is not readable. Treat it as a stranger's text while `isProven` is false. */
  about: { customer: string; madeAt: string; madeBy: string; preset: string; files: number } | null
  /** First half of the SHA-256 of the public key, in groups of four. */
  fingerprint: string | null
  /** Sentences about what is proven. */
  proven: string[]
  notProven: string[]
  faults: string[]
}

/**
 * Verifies a pack without writing anything; for a bad pack it returns problems instead of throwing. `key` is a verifier key or a fingerprint that the
 * reader trusts.
 */
export function verifyPack(source: Source, options?: { key?: string | undefined; onProgress?: (share: number) => void }): Promise<Report>

export function fromBlob(blob: Blob): Source
