import { fileTypeFromBuffer } from 'file-type'

/** Number of leading bytes needed to detect a file's type. */
export const TYPE_BYTES = 4100

/**
 * File types of programs, which are recognized by their first bytes. Scripts have no such signature, so they are recognized by their extension.
 * Neither is accepted: no pharmacy attaches one, and mail servers drop such emails.
 */
const PROGRAMS = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-msi',
  'application/vnd.android.package-archive',
  'application/java-archive',
  'application/x-deb',
  'application/x-rpm',
  'application/x-apple-diskimage',
  'application/x.ms.shortcut',
  'application/wasm',
])
const PROGRAM_NAMES =
  /\.(exe|dll|com|scr|pif|cpl|msi|msp|msc|bat|cmd|ps1|psm1|vb|vbs|vbe|js|jse|mjs|wsf|wsh|hta|jar|apk|app|lnk|reg|sh|scf|url)$/i

/**
 * Detects the type of an attachment from its bytes, because a declared type would let a web page pass as a picture. Web pages and other text become
 * plain text.
 *
 * @returns undefined for a program, which is refused.
 */
export async function detectType(filename: string, head: Uint8Array): Promise<string | undefined> {
  if (PROGRAM_NAMES.test(filename)) return undefined
  const found = (await fileTypeFromBuffer(head))?.mime
  if (found) return PROGRAMS.has(found) ? undefined : found
  if (!isText(head)) return 'application/octet-stream'
  if (new TextDecoder('latin1').decode(head.subarray(0, 2)) === '#!') return undefined
  return /\.csv$/i.test(filename) ? 'text/csv' : 'text/plain'
}

/** Whether the bytes are UTF-8 text without control characters other than white space and Escape. The last character may be cut off. */
function isText(head: Uint8Array): boolean {
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
