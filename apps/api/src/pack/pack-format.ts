/** Names of the three parts that end every pack (docs/packs.md). */
export const VERIFY_PART = 'verify.html'
export const MANIFEST_PART = 'manifest.json'
export const PROOF_PART = 'manifest.tlog-proof'

/** The part in which each audit row of the pack is proven, and the checkpoint that it is proven against. */
export const TRAIL_PART = '14-audit/trail.ndjson'
export const CHECKPOINT_PART = '14-audit/checkpoint.txt'
/** A time stamp (RFC 3161) of that checkpoint. */
export const TIME_STAMP_PART = '14-audit/checkpoint.tsr'

/** The name, in the detail of the audit row that notes a pack, for the SHA-256 of its manifest. The verifier looks for it. */
export const MANIFEST_SHA256 = 'manifestSha256'

/** Something that the pack should have and does not. */
export interface PackGap {
  part: string
  text: string
  [fact: string]: unknown
}

/** What the maker says of a pack. The writer adds the files and the sum of everything before the manifest. */
export interface ManifestHead {
  id: string
  /** ISO instant. */
  madeAt: string
  madeBy: string
  customer: { id: number; name: string }
  preset: string
  selection: Record<string, unknown>
  counts: Record<string, number>
  gaps: readonly PackGap[]
  /** The text of `14-audit/checkpoint.txt`; null in a pack without it. */
  checkpoint: string | null
  /** The public key of the installation (`readLogKey`). */
  key: string
}

export interface PackFile {
  name: string
  bytes: number
  sha256: string
}

export interface PackManifest extends ManifestHead {
  format: 'seriatim-pack'
  version: 1
  files: readonly PackFile[]
  prefix: { bytes: number; sha256: string }
}

const NAME = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/

/** Whether a part may have this name: relative, in plain characters, with no way out of the folder it is unpacked to. */
export function isPackName(name: string): boolean {
  return name.length <= 200 && NAME.test(name) && !name.split('/').some((segment) => /^\.+$/.test(segment))
}
