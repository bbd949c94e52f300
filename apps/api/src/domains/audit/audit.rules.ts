import { type AuditFact, RECEIVED_HOW } from '@seriatim/schema'

/** What each action is called. An action without an entry is told by its own name. */
const WORDS: Record<string, string> = {
  'audit.export': 'Audit trail exported',
  'customer.new': 'Organization created',
  'customer.updateSettings': 'Setting of the organization changed',
  'hold.place': 'Hold placed',
  'hold.release': 'Hold released',
  'incident.draft': 'Report of an incident begun',
  'incident.draftChange': 'Draft of an incident changed',
  'incident.draftDrop': 'Draft of an incident deleted',
  'incident.mailAgain': 'Mail of an incident sent again',
  'incident.mailLost': 'Mail of an incident did not arrive',
  'incident.mailRegulator': 'Report of an incident mailed to the FDA',
  'incident.notify': 'Trading partners notified of an incident',
  'incident.submit': 'Incident reported',
  'incident.notTold': 'Statement about an incident withdrawn',
  'incident.terminate': 'Incident terminated',
  'incident.told': 'Who was told of an incident stated',
  'incident.update': 'Incident changed',
  'med.attach': 'File attached to a pedigree',
  'med.bringBack': 'Voided pedigree entered again',
  'med.create': 'Pedigree entered',
  'med.deleteAttachment': 'Attachment deleted',
  'med.email': 'Pedigree sent by email',
  'med.emailAgain': 'Email of a pedigree sent again',
  'med.fill': 'Blanks of a pedigree filled',
  'med.void': 'Pedigree voided',
  'order.close': 'Order closed short',
  'order.import': 'Order made of an upload',
  'order.importRefused': 'No order made of an upload',
  'order.receive': 'Order received',
  'order.reopen': 'Order reopened',
  'order.retryUpload': 'Upload tried again',
  'order.settleUpload': 'Differing document settled',
  'order.stopUpload': 'Upload stopped',
  'order.undoReceipt': 'Receipt undone',
  'order.upload': 'Order uploaded',
  'order.uploadRefused': 'Upload refused',
  'order.void': 'Order voided',
  'session.end': 'Another device signed out',
  'session.endOthers': 'All other devices signed out',
  'session.signIn': 'Signed in',
  'session.signOut': 'Signed out',
  'session.signOutEverywhere': 'Signed out everywhere',
  'session.temporaryPassword': 'Temporary password mailed',
  'token.create': 'Access token made',
  'token.revoke': 'Access token revoked',
  'token.revokeAll': 'All access tokens revoked',
  'user.appEnroll': 'Authenticator app set up',
  'user.appRemove': 'Authenticator app removed',
  'token.refused': 'Access token not made: wrong password',
  'user.appRefused': 'Authenticator app not changed: wrong password',
  'user.changePassword': 'Password changed',
  'user.changePasswordRefused': 'Password not changed: the old one was wrong',
  'user.recoveryCodeUsed': 'Signed in with a recovery code',
  'user.updateSettings': 'Own setting changed',
}

export function wordsOfAction(action: string): string {
  return WORDS[action] ?? spaced(action.replaceAll('.', ' '))
}

const LABELS: Record<string, string> = {
  address: 'From address',
  amount: 'Meds',
  fda: 'The FDA',
  filename: 'File',
  how: 'How',
  pdfSha256: 'SHA-256 of the PDF',
  regulatorEmailAddress: "Regulator's email address",
  sha256: 'SHA-256',
  size: 'Bytes',
  suspectMedEmailAddress: 'Copy of reports to',
}

/** What a line's detail says, one fact each; `field`, `before` and `after` together are one change, or one for each of their names. */
export function factsOf(detail: Record<string, unknown>): AuditFact[] {
  if (!('before' in detail && 'after' in detail))
    return Object.entries(detail).map(([name, value]) => ({ label: labelOf(name), value: textOf(value) }))
  const { field, before, after, ...rest } = detail
  const changes =
    isRecord(before) && isRecord(after) ? changesOf(before, after) : [change(typeof field === 'string' ? field : 'value', before, after)]
  return [...changes, ...factsOf(rest)]
}

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): AuditFact[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.filter((name) => textOf(before[name]) !== textOf(after[name])).map((name) => change(name, before[name], after[name]))
}

function change(name: string, before: unknown, after: unknown): AuditFact {
  return { label: labelOf(name), before: textOf(before), value: textOf(after) }
}

/** Numbers of rows and hashes: evidence for the file, nothing that a person reads. What they name stands in words beside them. */
const UNREADABLE =
  /^(sha256|pdfSha256|receiptId|uploadId|attachmentId|medEmailId|holdId|threadId|incidentMailId|draftId|incidentId|sessionId|documentId|fileId|groupId)$/

/** The part of a line's detail that a person reads. */
export function readableDetail(detail: Record<string, unknown>, nameOf: (key: string) => string | undefined): Record<string, unknown> {
  const named = Object.entries(detail).flatMap(([name, value]): [string, unknown][] => {
    if (UNREADABLE.test(name)) return []
    if (name === 'locationId') return [['location', nameOf(`location ${String(value)}`) ?? value]]
    if (name === 'how' && typeof value === 'string' && Object.hasOwn(RECEIVED_HOW, value))
      return [[name, RECEIVED_HOW[value as keyof typeof RECEIVED_HOW]]] // just looked up
    return [[name, value]]
  })
  return Object.fromEntries(named)
}

/** A fact as one line of text, as the file has it. */
export function lineOfFact({ label, before, value }: AuditFact): string {
  return before === undefined ? `${label}: ${value}` : `${label}: ${before} → ${value}`
}

function labelOf(name: string): string {
  return LABELS[name] ?? spaced(name)
}

/** `documentId` → `Document id`. */
function spaced(name: string): string {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length ? value.map(textOf).join(', ') : 'none'
  if (isRecord(value)) return factsOf(value).map(lineOfFact).join('; ') || 'none'
  return String(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
