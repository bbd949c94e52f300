/** Bytes at known places: a `Blob` through `fromBlob`, or an open file. */
export interface Source {
  size: number
  /** The bytes from `from` up to and without `to`. */
  read(from: number, to: number): Promise<Uint8Array>
}

export interface Report {
  /** Every byte of the pack is what was packed, and the log has it. Without `key` it holds for whoever has the pack's key. */
  isProven: boolean
  /** What the pack says about itself; null if that is not readable. Text of a stranger as long as `isProven` is false. */
  about: { customer: string; madeAt: string; madeBy: string; preset: string; files: number } | null
  /** First half of the SHA-256 of the public key, in groups of four. */
  fingerprint: string | null
  /** Sentences. */
  proven: string[]
  notProven: string[]
  faults: string[]
}

/** Verifies a pack without writing anything; it does not throw for a bad one. `key` is a verifier key or a fingerprint that the reader trusts. */
export function verifyPack(source: Source, options?: { key?: string | undefined; onProgress?: (share: number) => void }): Promise<Report>

export function fromBlob(blob: Blob): Source
