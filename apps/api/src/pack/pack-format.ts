/** Names of the three parts at the end of every pack (docs/packs.md). */
export const VERIFY_PART = 'verify.html'
export const MANIFEST_PART = 'manifest.json'
export const PROOF_PART = 'manifest.tlog-proof'

/**
 * Name of the pack's part with one proof for each audit row. Each proof shows that the signed checkpoint in {@link CHECKPOINT_PART} covers the row.
 */
export const TRAIL_PART = '14-audit/trail.ndjson'
export const CHECKPOINT_PART = '14-audit/checkpoint.txt'
/** Name of the part with a time stamp (RFC 3161) of the checkpoint in {@link CHECKPOINT_PART}. */
export const TIME_STAMP_PART = '14-audit/checkpoint.tsr'

/** Key in the detail of a pack's audit row. Its value is the SHA-256 of the pack's manifest, which the verifier compares. */
export const MANIFEST_SHA256 = 'manifestSha256'

/** Something that the pack should contain but lacks. */
export interface PackGap {
  part: string
  text: string
  [fact: string]: unknown
}

/** The part of the manifest that the caller provides. The writer adds the files and the hash of everything before the manifest. */
export interface ManifestHead {
  id: string
  /** Time at which the pack was made, as an ISO instant. */
  madeAt: string
  madeBy: string
  customer: { id: number; name: string }
  preset: string
  selection: Record<string, unknown>
  counts: Record<string, number>
  gaps: readonly PackGap[]
  /** The text of `14-audit/checkpoint.txt`; null in a pack without it. */
  checkpoint: string | null
  /** The public key that verifies the checkpoints of the customer's log (`readLogKey`). */
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

/** Whether a file in a pack may have this name: a relative path of plain characters that stays inside the folder into which the pack is unpacked. */
export function isPackName(name: string): boolean {
  return name.length <= 200 && NAME.test(name) && !name.split('/').some((segment) => /^\.+$/.test(segment))
}
