// Made by `npm run db:types` from the migrated database; the tests compare. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A JSON column. Code that reads it validates it with a schema, or asserts its type and says why. */
export type Json = ColumnType<unknown, string, string>

export interface AccessReviewTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  begunAt: Date
  begunById: number
  finishedAt: Date | null
  finishedById: number | null
}

export interface AccessReviewLineTable {
  customerId: Generated<number>
  reviewId: number
  userId: number
  userName: string
  access: Json
  confirmedAt: Date
  confirmedById: number
}

export interface AccessReviewReminderTable {
  customerId: Generated<number>
  since: Date
  years: number
  at: Date
}

export interface AccessTokenTable {
  id: GeneratedAlways<number>
  loginId: number
  name: string
  tokenHash: Buffer
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  lastAddress: string | null
  revokedAt: Date | null
  scopes: string[] | null
}

export interface AgreementReminderTable {
  customerId: Generated<number>
  partnerAgreementId: number
  endsOn: string
  days: number
  at: Date
}

export interface AuditTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  at: Date
  userId: number | null
  action: string
  subject: string
  subjectId: number | null
  detail: Json
  era: Generated<number>
  xid: Generated<string>
}

export interface AuditCheckpointTable {
  customerId: Generated<number>
  size: number
  root: Buffer
  note: string
  key: string
  madeAt: Date
}

export interface AuditLogCheckTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  fromSize: number
  toSize: number
  fault: string | null
  checkedAt: Date
}

export interface AuditSealTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  era: number
  afterXid: string
  beforeXid: string
  amount: number
  previousHash: Buffer
  hash: Buffer
  sealedAt: Date
  keyId: Buffer
}

export interface AuditTileTable {
  customerId: Generated<number>
  level: number
  tile: number
  era: number
  xid: string
  auditId: number
  root: Buffer
  hashes: Buffer
}

export interface AuditTimeStampTable {
  customerId: Generated<number>
  size: number
  response: Buffer
  at: Date
  service: string
}

export interface BillingTable {
  onlyRow: Generated<boolean>
  isOn: boolean
  plans: Json
}

export interface CallCountTable {
  caller: string
  minute: number
  calls: number
}

export interface CheckoutTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  session: string | null
  items: Json
  begunAt: Date
  begunById: number
  expiresAt: Date
  endsSubscriptions: Generated<string[]>
  hadSubscriptions: Generated<string[]>
  finishedAt: Date | null
  priceCents: number | null
  ordersBefore: Generated<number>
  replacesId: number | null
  came: Generated<string[]>
  paidAt: Date | null
  creditedUntil: Json
  toldAt: Date | null
}

export interface CheckpointMailTable {
  customerId: Generated<number>
  emailAddress: string
  mailedSize: Generated<number>
}

export interface CollectedSglnTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  globalLocationNumber: string
  sgln: string
  createdAt: Date
  createdById: number
  createdBy: string
}

export interface CustomerTable {
  id: Generated<number>
  name: string
  adminId: number
  regulatorEmailAddress: string | null
  createdAt: Generated<Date>
  keptAt: Date | null
  keptReason: string | null
  classOneNeedsRelease: Generated<boolean>
  scannerTestedAt: Date | null
  firstStepsHiddenAt: Date | null
  clockHours: Generated<number>
  unknownAtDispense: Generated<'allow' | 'deny'>
}

export interface CustomerCounterTable {
  customerId: Generated<number>
  name: string
  value: number
}

export interface DepartureTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  medId: number
  locationId: number
  shipmentId: number
  toName: string
  purpose: string
  leftAt: Date
  leftBy: string
  backAt: Date | null
  backHow: 'voided' | 'received' | 'takenBack' | null
  backReceiptId: number | null
  elsewhereReceiptId: number | null
  backBy: string | null
  backReason: string | null
}

export interface DismissedRecallTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  recallMatchId: number
  isDismissed: Generated<boolean>
  notes: string
  version: number
  amount: number
  noneOnHand: Generated<boolean>
  quarantined: number | null
  returned: number | null
  destroyed: number | null
  dispensed: number | null
  dismissedAt: Date
  dismissedById: number
  followsId: number | null
  decidedAt: Date
}

export interface DispenseCheckTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number | null
  checkedAt: Date
  createdById: number
  gtin: string
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  medName: string | null
  isAllowed: boolean
  reasons: string[]
}

export interface DispensedColumnsTable {
  customerId: Generated<number>
  ndcColumn: string
  quantityColumn: string
  dayColumn: string | null
  changedAt: Date
  changedById: number
}

export interface DispensedYearTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  year: number
  units: number | null
  valueCents: number | null
  createdAt: Date
  createdById: number
  createdBy: string
}

export interface DocumentCorrectionTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  oldDocumentId: number
  uploadId: number | null
  newDocumentId: number | null
  documentExceptionId: number | null
  foundAt: Date
  foundBy: 'identifier' | 'serials' | 'answer'
  state: 'found' | 'replacing' | 'replaced' | 'kept' | 'ignored' | 'undone' | 'outdated'
  filename: string
  instanceIdentifier: string | null
  rejects: number
  warnings: number
  medsOld: number
  medsNew: number
  shared: number
  decidedAt: Date | null
  decidedById: number | null
  reason: string | null
  done: Json
}

export interface DocumentCorrectionUnitTable {
  customerId: Generated<number>
  correctionId: number
  n: number
  kind: 'gone' | 'changed' | 'added'
  fields: string
  gtin: string | null
  serialNumber: string
  medId: number | null
  productName: string | null
  oldLot: string | null
  newLot: string | null
  oldExpiry: string | null
  newExpiry: string | null
  oldParent: string | null
  newParent: string | null
  oldProduct: string | null
  newProduct: string | null
}

export interface DocumentExceptionTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  ticketNumber: number
  locationId: number | null
  createdById: number | null
  documentId: number | null
  sender: string | null
  recipient: string | null
  currentErrorType: string
  currentErrorStatus: 'OPEN' | 'CLOSED' | 'RESOLVED'
  instanceIdentifier: string | null
  poNumber: string | null
  rejects: number
  warnings: number
  findings: Json
  truncated: Json
  createdAt: Date
  orderId: number | null
  senderGln: string | null
  title: Generated<string>
  otherTypes: Generated<number>
  category: Generated<'dataIssue' | 'productNoData' | 'dataNoProduct' | 'packaging' | 'unavailable'>
  reportKind: 'missing_product_data' | 'missing_product' | 'data_misalignment' | 'overages' | 'underages' | 'master_data_errors' | null
  counterKind: 'unknownScan' | 'overage' | 'shortage' | 'damage' | 'wrongProduct' | 'received' | null
  ownerId: number | null
  dueOn: string | null
  settledAt: Date | null
  askedAt: Date | null
  answeredAt: Date | null
  readAt: Date | null
  header: Json | null
  amounts: Json
  excerpts: Json
}

export interface DocumentExceptionEntryTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  documentExceptionId: number
  at: Date
  userId: number | null
  kind: string
  text: string | null
  detail: Json
}

export interface DocumentExceptionFileTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  documentExceptionId: number
  entryId: number
  filename: string
  contentType: string
  size: number
  sha256: string
  at: Date
  userId: number | null
}

export interface DocumentExceptionFollowerTable {
  customerId: Generated<number>
  documentExceptionId: number
  userId: number
  since: Date
}

export interface DocumentExceptionItemTable {
  customerId: Generated<number>
  documentExceptionId: number
  n: number
  gtin: string | null
  serialNumber: string | null
  sscc: string | null
  lotNumber: string | null
  expirationDate: string | null
  productName: string | null
}

export interface DocumentExceptionMailTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  documentExceptionId: number
  mailId: number
  at: Date
  userId: number | null
  wish: 'Send new data' | 'Send product' | 'Return product' | 'Send back product' | 'Credit account' | 'Debit account'
  report: Json
  serials: string | null
  remindOn: string | null
  remindedAt: Date | null
  answeredAt: Date | null
}

export interface DocumentExceptionPartTable {
  customerId: Generated<number>
  documentExceptionId: number
  section: 'events' | 'locationVocabulary' | 'medVocabulary' | 'meds'
  page: number
  items: Json
}

export interface DocumentExceptionReplyTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  documentExceptionId: number
  entryId: number
  messageId: string
  fromAddress: string
  isAutomatic: boolean
  at: Date
}

export interface DocumentExceptionStatusTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number | null
  createdById: number | null
  documentExceptionId: number
  status: 'OPEN' | 'CLOSED' | 'RESOLVED'
  notes: string | null
  at: Date
  reason: 'accepted' | 'withdrawn' | 'other' | null
}

export interface DocumentMedTable {
  customerId: Generated<number>
  documentId: number
  line: number
  lastLine: number
  parentLine: number | null
  locationId: number
  medId: number | null
  sscc: string | null
  epcisMedVocabularyId: number | null
  lotNumber: string | null
  expirationDate: string | null
  isPackage: boolean
  isShipped: boolean
  meds: number
  children: number
  receiptId: number | null
}

export interface DrugTable {
  ndc12: string
  ndc11: GeneratedAlways<string | null>
  ndc: string
  ndcDigits: GeneratedAlways<string | null>
  medName: string
  genericName: string | null
  manufacturerName: string
  dosageForm: string | null
  strength: string | null
  packageDescription: string | null
  source: 'fda' | 'sample'
  isListed: Generated<boolean>
  updatedAt: Date
}

export interface DrugLoadTable {
  id: GeneratedAlways<number>
  source: 'fda' | 'sample'
  files: string[]
  sha256: string
  entries: number
  added: number
  changed: number
  unlisted: number
  loadedAt: Date
}

export interface EpcisDocumentTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number | null
  createdById: number | null
  sha256: string
  size: number
  filename: string
  contentType: string
  timeStamp: Date
  senderGln: string | null
  senderName: string | null
  receiverGln: string | null
  receiverName: string | null
  instanceIdentifier: string | null
  documentCreated: string | null
  schemaVersion: string | null
  guidelineVersion: string | null
  transactionStatement: Generated<boolean>
  legalNotice: string | null
  locations: Json
  eventCount: Generated<number>
  seconds: number | null
  warnings: Json
  shipToGln: string | null
  dropShipment: 'yes' | 'no' | 'mixed' | null
  guidelineFacts: Json
  partOfId: number | null
}

export interface EpcisEventTable {
  customerId: Generated<number>
  documentId: number
  eventNumber: number
  locationId: number
  kind: string
  action: string | null
  bizStep: string | null
  disposition: string | null
  eventTime: string | null
  eventTimeZoneOffset: string | null
  readPoint: string | null
  bizLocation: string | null
  parent: string | null
  bizTransactions: Json
  sources: Json
  destinations: Json
  lines: string
  eventId: string | null
  happenedAt: Date | null
  restatedBy: number | null
}

export interface EpcisMedVocabularyTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  contentHash: string
  gtin: string | null
  sgtin: string | null
  additionalTradeItemId: string | null
  additionalTradeItemIdType: string | null
  regulatedProductName: string | null
  manufacturerOfTradeItemPartyName: string | null
  dosageFormType: string | null
  strengthDescription: string | null
  netContentDescription: string | null
}

export interface EraTable {
  id: GeneratedAlways<number>
  systemIdentifier: string
  beganAt: Generated<Date>
}

export interface EvidenceTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number | null
  about: string
  filename: string
  contentType: string
  size: number
  sha256: string
  createdAt: Date
  createdById: number
  uploadGroup: string
  uploadFile: string
}

export interface ExceptionSettingTable {
  customerId: Generated<number>
  dueDays: number
  remindDays: number
}

export interface FailedSignInTable {
  id: GeneratedAlways<number>
  at: Date
  accountKey: Buffer
  address: string
  reason: string
  loginId: number | null
  hash: Buffer
}

export interface HandOverTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  fromUserId: number
  toUserId: number
  askedAt: Date
  endsAt: Date
  acceptedAt: Date | null
  endedAt: Date | null
  endedById: number | null
}

export interface HeadCountTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  amount: number
  asOf: string
  basis: string
  isAttested: boolean
  nextReview: string | null
  countedAt: Date
  countedById: number
  countedBy: string
}

export interface HoldTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  kind: 'med' | 'package' | 'order' | 'lot'
  label: string
  productName: string | null
  gtin: string | null
  serialNumber: string | null
  documentId: number | null
  meds: number
  reason: string
  placedAt: Date
  placedById: number | null
  releasedAt: Date | null
  releasedById: number | null
  releaseReason: string | null
  cause: Generated<'quarantine' | 'dataPending'>
  documentExceptionId: number | null
  pharmacist: string | null
  disposedAt: Date | null
  disposedById: number | null
  disposalHow: 'destroyed' | 'returned' | 'surrendered' | 'other' | null
  disposalReason: string | null
}

export interface HoldMedTable {
  customerId: Generated<number>
  holdId: number
  medId: number
  isActive: Generated<boolean>
}

export interface InboundMessageTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  door: 'https' | 'web' | 'api' | 'mail' | 'sftp' | 'pull'
  doorId: number | null
  createdById: number
  fromName: string
  fromAddress: string | null
  receivedAt: Date
  filename: string
  contentType: string
  size: number
  sha256: string
  takenFor: string
  uploadId: number | null
  times: Generated<number>
  lastAt: Date
  capture: 'rollback' | 'proceed' | null
  mailId: number | null
  removedAt: Date | null
}

export interface IncidentDraftTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  createdById: number
  threadId: number | null
  form: Json
  determinedAt: Date | null
  createdAt: Date
  updatedAt: Date
  timeZone: string | null
  updatedById: number | null
  savedWith: string | null
  changesTold: Json
  investigationId: number | null
}

export interface IncidentMailTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  threadId: number
  reportId: number
  kind: 'report' | 'notice'
  partnerName: string | null
  recipient: 'fda' | 'copy' | null
  mailId: number
}

export interface IncidentReportTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  threadId: number
  locationId: number
  reportType: 'INITIAL' | 'FOLLOWUP' | 'TERMINATE'
  formVersion: string
  form: Json
  serialNumber: string
  productName: string
  ndc: string
  lotNumber: string
  filepath: string
  pdfSha256: string
  pdfSize: number
  createdAt: Date
  createdById: number
}

export interface IncidentThreadTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  incidentNumber: string | null
  determinedAt: Date
  createdAt: Date
  terminatedAt: Date | null
  fdaToldAt: Date | null
  fdaToldById: number | null
  partnersToldAt: Date | null
  partnersToldById: number | null
  partnersToldHow: 'told' | 'none' | null
  investigationId: number | null
  fdaToldReference: string | null
}

export interface InspectionLinkTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number | null
  kind: 'pack' | 'unit' | 'answer' | 'shipment'
  subjectId: number
  tokenHash: Buffer
  createdAt: Date
  createdById: number
  createdBy: string
  expiresAt: Date
  revokedAt: Date | null
  revokedBy: string | null
  uses: Generated<number>
  lastUsedAt: Date | null
}

export interface IntakeDoorTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  name: string
  locationId: number | null
  tradingPartnerId: number | null
  tokenHash: Buffer | null
  createdAt: Date
  createdById: number
  createdBy: string
  lastUsedAt: Date | null
  lastAddress: string | null
  revokedAt: Date | null
  revokedBy: string | null
  kind: Generated<'token' | 'mail' | 'sftp' | 'pull'>
  senders: Generated<string[]>
  publicKeys: Generated<string[]>
  secretChangedAt: Date | null
}

export interface IntakeMailTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  doorId: number
  messageId: string
  receivedAt: Date
  fromAddress: string
  subject: string
  authentication: string
  isAutomatic: boolean
  refused: 'sender' | 'subscription' | null
  leftOut: string[]
  toldAt: Date | null
  isConfirmed: Generated<boolean>
}

export interface IntakePartTable {
  customerId: Generated<number>
  doorId: number
  name: string
  size: number
  sha256: string
  takenFor: string
  fromAddress: string
  putAt: Date
}

export interface IntakeSourceTable {
  customerId: Generated<number>
  doorId: number
  host: string
  port: number
  userName: string
  secretKind: 'password' | 'key'
  secret: Buffer
  hostKey: string | null
  folder: string
  pattern: string
  everyMinutes: number
  afterwards: 'leave' | 'move' | 'delete'
  moveTo: string | null
  dueAt: Date
  lookedAt: Date | null
  failingSince: Date | null
  lastError: string | null
  notifiedAt: Date | null
}

export interface IntakeSourceFileTable {
  customerId: Generated<number>
  doorId: number
  name: string
  size: number
  modifiedAt: Date
  state: 'seen' | 'taken' | 'refused'
  seenAt: Date
  firstSeenAt: Date
  problem: string | null
}

export interface InvestigationTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  reason: string
  openedAt: Date
  openedById: number
  outcome: 'cleared' | 'illegitimate' | null
  conclusion: string | null
  endedAt: Date | null
  endedById: number | null
}

export interface InvestigationFindingTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  investigationId: number
  kind: 'history' | 'partner' | 'package' | 'other'
  foundOn: string
  words: string
  createdAt: Date
  createdById: number
}

export interface InvestigationHoldTable {
  customerId: Generated<number>
  investigationId: number
  holdId: number
  label: string
  productName: string | null
  packages: number
  isOpen: Generated<boolean>
}

export interface InvitationTable {
  customerId: Generated<number>
  userId: number
  tokenHash: Buffer
  sentAt: Date
  sentById: number
  endsAt: Date
  takenAt: Date | null
  mailId: number | null
}

export interface JobProgressTable {
  customerId: Generated<number>
  uploadId: number
  phase: 'reading' | 'writing'
  done: number
  total: number
  beganAt: Date
  updatedAt: Date
}

export interface KeptAnswerTable {
  customerId: Generated<number>
  caller: string
  key: string
  fingerprint: Buffer
  beganAt: Date
  status: number | null
  headers: Json
  body: string | null
}

export interface LeftoverTable {
  customerId: Generated<number>
  sha256: string
  leftAt: Date
  size: Generated<number>
}

export interface LicenseCheckReminderTable {
  customerId: Generated<number>
  partnerLicenseId: number
  nextCheck: string
  days: number
  at: Date
}

export interface LicenseReminderTable {
  customerId: Generated<number>
  partnerLicenseId: number
  validTo: string
  days: number
  at: Date
}

export interface ListSettingTable {
  customerId: Generated<number>
  userId: number
  list: string
  hiddenColumns: string[]
  views: Json
}

export interface LocationTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  name: string
  createdAt: Generated<Date>
  timeZone: Generated<string>
  closedAt: Date | null
  closedById: number | null
  closeReason: string | null
  ownerLocationId: number | null
  phone: string | null
  npi: string | null
  licenseNumber: string | null
}

export interface LocationAddressTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  addressLineOne: string
  addressLineTwo: string | null
  addressLineThree: string | null
  city: string | null
  stateId: number | null
  zip: string | null
  type: 'physical' | 'shipping' | 'billing'
  isDefault: Generated<boolean>
}

export interface LocationGlnTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  globalLocationNumber: string
  disposition: 'SHIP TO' | 'BILL TO' | 'BOTH'
  isVerified: Generated<boolean>
  createdAt: Generated<Date>
  verifiedNumber: GeneratedAlways<string | null>
}

export interface LocationGlnVerificationTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationGlnId: number
  locationId: number
  checkedWhere: 'registry' | 'wholesaler' | 'license'
  note: string | null
  at: Date
  userId: number
  withdrawnAt: Date | null
  withdrawnById: number | null
  withdrawReason: string | null
  evidenceId: number | null
}

export interface LoginTable {
  id: GeneratedAlways<number>
  emailAddress: string
  passwordHash: string | null
  customerId: number
  userId: number
  isActive: Generated<boolean>
  temporaryHash: string | null
  temporaryExpiresAt: Date | null
  appSecret: Buffer | null
  createdAt: Generated<Date>
  temporaryMailedAt: Generated<Date[]>
  appEnrolledAt: Date | null
  appPendingSecret: Buffer | null
  appLastStep: number | null
  codeMailedAt: Date | null
  lastSignInAt: Date | null
  lastSignInAgent: string | null
}

export interface LoginAttemptTable {
  id: GeneratedAlways<number>
  sessionId: number
  codeMac: Buffer
  tries: Generated<number>
  sentAt: Date
  expiresAt: Date
  endedAt: Date | null
  codeSessionId: number | null
}

export interface MailTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  kind: string
  createdAt: Date
  createdById: number | null
  toAddresses: string[]
  ccAddresses: string[]
  replyTo: string | null
  subject: string
  body: string | null
  sealedBody: Buffer | null
  status: 'waiting' | 'sent' | 'failed' | 'stopped'
  attempts: Generated<number>
  sentAt: Date | null
  lastError: string | null
  messageId: Generated<string>
  envelopeFrom: string | null
}

export interface MailBudgetTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  userId: number
  at: Date
  recipients: number
}

export interface MedTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  gtin: string | null
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  ndc: string | null
  epcisMedVocabularyId: number | null
  isEpcisGenerated: boolean
  createdAt: Date
  createdById: number | null
  receiptId: number | null
  datedAt: Date
  voidedAt: Date | null
  voidedById: number | null
  voidReason: string | null
  serialTail: GeneratedAlways<string | null>
}

export interface MedAttachmentTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  medId: number
  filename: string
  contentType: string
  size: number
  sha256: string
  createdAt: Date
  createdById: number
  deletedAt: Date | null
  deletedById: number | null
  deletionReason: string | null
  uploadGroup: string | null
  uploadFile: string | null
}

export interface MedEmailTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  medId: number
  pdfFilename: string
  pdfSha256: string
  pdfSize: number
  attachmentIds: number[]
  evenHeld: Generated<boolean>
  mailId: number
}

export interface OrderTable {
  customerId: Generated<number>
  id: number
  locationId: number
  senderNames: string[]
  purchaseOrderNumbers: string[]
  placedBy: string
  timeStamp: Date
  amountOfMeds: number
  amountReceived: Generated<number>
  amountNotShipped: Generated<number>
  packages: Generated<number>
  cases: Generated<number>
  pallets: Generated<number>
  voidedAt: Date | null
  voidedById: number | null
  voidReason: string | null
  closedAt: Date | null
  closedById: number | null
  closeReason: string | null
  amountHeld: Generated<number>
  replacedById: number | null
  amountPending: Generated<number>
  keptAt: Date | null
  keptReason: string | null
}

export interface OrderPresenceTable {
  customerId: Generated<number>
  documentId: number
  userId: number
  seenAt: Date
}

export interface OwnRuleTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  duty: string
  note: string | null
  fromOn: string
  untilOn: string | null
  source: string
  addedAt: Date
  addedById: number
  addedBy: string
  endedOn: string | null
  endedAt: Date | null
  endedById: number | null
  endedBy: string | null
}

export interface PackTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  number: number
  preset: 'fda' | 'pbm' | 'own'
  askedBy: string
  selection: Json
  locationIds: number[]
  dispensed: Json | null
  timeZone: string
  state: 'queued' | 'building' | 'ready' | 'failed' | 'canceled'
  phase: Generated<string>
  done: Generated<number>
  total: Generated<number>
  counts: Json
  gaps: Json
  failure: string | null
  waitingSince: Date | null
  bytes: number | null
  sha256: string | null
  manifestSha256: string | null
  madeAt: Date
  madeById: number
  madeBy: string
  beganAt: Date | null
  finishedAt: Date | null
  keptUntil: Date | null
  removedAt: Date | null
  downloads: Generated<number>
  downloadedAt: Date | null
  downloadedBy: string | null
  hasTrail: boolean
}

export interface PartnerAccountNumberTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  tradingPartnerId: number
  accountNumber: string
}

export interface PartnerAddressTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  tradingPartnerId: number
  name: string | null
  addressLineOne: string
  addressLineTwo: string | null
  city: string | null
  stateId: number | null
  postalCode: string | null
  addressType: 'physical' | 'mailTo' | 'billTo' | 'other'
}

export interface PartnerAgreementTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  tradingPartnerId: number
  kind: 'records' | 'tracing' | 'other'
  title: string
  signedOn: string
  endsOn: string | null
  note: string | null
  evidenceId: number | null
  removedAt: Date | null
  removedById: number | null
  removeReason: string | null
}

export interface PartnerContactTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  tradingPartnerId: number
  firstName: string
  lastName: string | null
  title: string | null
}

export interface PartnerContactDetailTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  partnerContactId: number
  contactType: 'phone' | 'cell' | 'email' | 'fax'
  contactDetail: string
}

export interface PartnerEndpointTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  tradingPartnerId: number
  kind: 'https' | 'sftp'
  url: string | null
  host: string | null
  port: number | null
  userName: string | null
  folder: string | null
  secretKind: 'none' | 'bearer' | 'basic' | 'header' | 'password' | 'key'
  headerName: string | null
  secret: Buffer
  hostKey: string | null
  createdAt: Date
  createdById: number
  createdBy: string
  removedAt: Date | null
  removedBy: string | null
}

export interface PartnerGlnTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  tradingPartnerId: number
  globalLocationNumber: string
}

export interface PartnerGlnToldTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  tradingPartnerId: number
  locationId: number
  globalLocationNumber: string
  disposition: 'SHIP TO' | 'BILL TO' | 'BOTH'
  sentAt: Date
  sentById: number
  sentTo: string | null
  mailId: number | null
  confirmedAt: Date | null
  confirmedById: number | null
  note: string | null
}

export interface PartnerLicenseTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  tradingPartnerId: number
  kind: 'wholesaler' | 'manufacturer' | '3PL' | 'dispenser' | 'repackager' | 'FDA establishment'
  number: string
  stateId: number | null
  issuingBody: string | null
  validFrom: string
  validTo: string | null
  evidenceAddress: string | null
  checkedOn: string | null
  checkedBy: string | null
  checkedWhere: string | null
  nextCheck: string | null
  removedAt: Date | null
  removedById: number | null
  removeReason: string | null
  evidenceId: number | null
}

export interface PartnerMergeTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  keptId: number
  mergedId: number
  moved: Json
  at: Date
  byId: number
  undoneAt: Date | null
  undoneById: number | null
}

export interface PartnerPreferenceTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  tradingPartnerId: number
  validFrom: string
  guideline: 'r12' | 'r13'
  delivery: 'mail' | 'download' | 'endpoint'
  emailAddress: string | null
  tiForNeed: boolean
  tiForReturn: boolean
  returnPolicy: string | null
  createdAt: Date
  createdById: number
  createdBy: string
  returnDaysLeft: number | null
  returnDaysExpired: number | null
}

export interface PartnerStopTable {
  customerId: Generated<number>
  documentId: number
  locationId: number
  status: string
  choice: 'hold' | 'receive' | 'unasked'
  reason: string
  at: Date
  userId: number
}

export interface PaymentAccountTable {
  customerId: Generated<number>
  account: string | null
  company: string | null
  email: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
  addressLineOne: string | null
  addressLineTwo: string | null
  city: string | null
  postalCode: string | null
  region: string | null
  begunAt: Generated<Date>
  readAt: Date | null
  orders: string[] | null
  asked: Generated<number>
  kept: Generated<number>
}

export interface PaymentAccountOwnerTable {
  account: string
  customerId: Generated<number>
}

export interface PaymentEventTable {
  id: string
  kind: string
  account: string | null
  receivedAt: Date
}

export interface RecallTable {
  id: GeneratedAlways<number>
  source: 'openfda' | 'sample'
  eventId: string | null
  manufacturer: string
  firmKey: string
  title: string
  product: string
  quantity: string | null
  reason: string | null
  classification: string | null
  status: string | null
  distributions: string[]
  initiatedOn: string | null
  reportedOn: string
  terminatedOn: string | null
  version: number
  versionOn: string
  loadedAt: Date
  loadId: number
  isEmpty: Generated<boolean>
}

export interface RecallAnswerTable {
  customerId: Generated<number>
  recallId: number
  documentId: number
  locationId: number
  answeredAt: Date
  answeredById: number
  version: number
  classification: string | null
  reason: string | null
}

export interface RecallCodeTable {
  id: GeneratedAlways<number>
  recallId: number
  recallProductId: number
  ndc: string
  formFactor: string
  allLots: boolean
  isOpen: boolean
  amountOfLots: number
  isCurrent: Generated<boolean>
}

export interface RecallLoadTable {
  id: GeneratedAlways<number>
  source: 'openfda' | 'sample'
  files: string[]
  sha256: string
  asOf: string
  records: number
  added: number
  changed: number
  loadedAt: Date
}

export interface RecallLotTable {
  id: GeneratedAlways<number>
  recallCodeId: number
  kind: 'lot' | 'range' | 'prefix' | 'suffix' | 'any'
  lot: string
  lotKey: string
  lotTo: string | null
  expiration: string | null
}

export interface RecallMatchTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  recallId: number
  recallCodeId: number
  stockLotId: number
  confidence: 'exact' | 'probable' | 'possible'
  why: string
  version: number
  matchedAt: Date
  endedAt: Date | null
  toldAt: Date | null
  classification: string | null
  amount: Generated<number>
  news: 'raised' | 'more' | null
  changedAt: Date | null
}

export interface RecallNdcTable {
  recallCodeId: number
  productKey: string
  ndc10: string | null
  isLabel: boolean
}

export interface RecallNoticeTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  recallId: number
  tradingPartnerId: number
  meds: number
  at: Date
  byName: string
  toWords: string
  mailId: number
}

export interface RecallProductTable {
  id: GeneratedAlways<number>
  recallId: number
  source: string
  recallNumber: string
  description: string
  quantity: string | null
  codeInfo: string | null
  moreCodeInfo: string | null
  unread: string[]
  asOf: string
  sha256: string
  readSha256: string
  eventId: string | null
  manufacturer: string
  firmKey: string
  title: string
  reason: string | null
  classification: string | null
  status: string | null
  distributions: string[]
  initiatedOn: string | null
  reportedOn: string | null
  terminatedOn: string | null
  cameFromIds: Generated<number[]>
}

export interface RecallProgressTable {
  customerId: Generated<number>
  loadId: Generated<number>
  recallId: Generated<number>
  isFilled: Generated<boolean>
  done: Generated<number>
  total: Generated<number>
  updatedAt: Date
  caughtUpAt: Date | null
}

export interface RecallSeenTable {
  customerId: Generated<number>
  recallId: number
  version: number
  seenAt: Date
  seenById: number
}

export interface RecallVersionTable {
  id: GeneratedAlways<number>
  recallId: number
  asOf: string
  sha256: string
  content: Json
  loadId: number
}

export interface ReceiptTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  documentId: number
  locationId: number
  userId: number
  at: Date
  how: 'scan' | 'serial' | 'container' | 'product' | 'all'
  amount: number
  lines: string
  undoesId: number | null
  reason: string | null
  movedFromId: number | null
}

export interface ReceiptLabelTable {
  customerId: Generated<number>
  receiptId: number
  line: number
  locationId: number
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  fileLotNumber: string | null
  fileExpirationDate: string | null
}

export interface RecoveryCodeTable {
  id: GeneratedAlways<number>
  loginId: number
  codeMac: Buffer
  usedAt: Date | null
}

export interface RegimeFactsTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  company: string
  kind: string
  inCharge: string
  backup: string | null
  confirmedAt: Date
  confirmedById: number
  confirmedBy: string
}

export interface RegimeReminderTable {
  customerId: Generated<number>
  what: 'count' | 'review' | 'ownRule'
  subjectId: number
  dueOn: string
  at: Date
}

export interface ScanStopTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  documentId: number
  locationId: number
  line: number | null
  lastLine: number | null
  medId: number | null
  kind: 'differs' | 'expired' | 'short' | 'recalled' | 'held' | 'elsewhere' | 'notShipped' | 'unknown' | 'otherOrder' | 'setAside'
  how: 'scan' | 'serial'
  gtin: string | null
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  fileLotNumber: string | null
  fileExpirationDate: string | null
  about: string | null
  at: Date
  recordedAt: Date
  scanKey: string | null
  userId: number
  isBlocking: boolean
  answer: 'received' | 'held' | 'ticket' | 'sentBack' | null
  answeredAt: Date | null
  answeredById: number | null
  answerReason: string | null
  receiptId: number | null
  documentExceptionId: number | null
}

export interface ScorecardMonthTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number | null
  month: string
  timeZone: string
  sender: string
  gtin: string
  tally: Json
  computedAt: Date
}

export interface ScorecardProgressTable {
  customerId: Generated<number>
  checkedUntil: Date
}

export interface ScorecardReaderTable {
  customerId: Generated<number>
  userId: number
  since: Date
  sentMonth: string | null
}

export interface SessionTable {
  id: GeneratedAlways<number>
  loginId: number
  tokenHash: Buffer
  previousHash: Buffer | null
  previousUntil: Date | null
  step: 'totp' | 'changePassword' | 'signedIn'
  isTemporary: Generated<boolean>
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  revokedAt: Date | null
  address: string | null
  userAgent: string | null
  tokenUsedAt: Date | null
}

export interface ShipmentTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  purpose: 'sale' | 'need' | 'loan' | 'loanReturn' | 'return' | 'nonsaleable' | 'donation' | 'own' | 'emergency' | 'destruction'
  state: Generated<'draft' | 'sent' | 'voided' | 'discarded'>
  tradingPartnerId: number | null
  toLocationId: number | null
  toName: string
  sender: Json
  receiver: Json
  shipToStateId: number | null
  guideline: 'r12' | 'r13'
  withTi: boolean
  purchaseOrder: string | null
  rma: string | null
  contact: string | null
  reason: string | null
  dueBack: string | null
  licenseWords: string | null
  units: Generated<number>
  meds: Generated<number>
  createdAt: Date
  createdById: number
  createdBy: string
  sentAt: Date | null
  sentById: number | null
  sentBy: string | null
  timeZone: string
  voidedAt: Date | null
  voidedById: number | null
  voidedBy: string | null
  voidReason: string | null
  mailTo: Generated<string[]>
  papers: Generated<'none' | 'queued' | 'ready' | 'failed'>
  gaps: Generated<string[]>
  settledAt: Date | null
  settledById: number | null
  settledBy: string | null
  settleNote: string | null
  deliverToId: number | null
  askedAt: Date | null
  askedById: number | null
  askedBy: string | null
  asked: Json | null
  approvedById: number | null
  approvedBy: string | null
  refusedBy: string | null
  refuseReason: string | null
  valueCents: number | null
  labelsCheckedBy: string | null
  lastN: Generated<number>
  letterLinkId: number | null
}

export interface ShipmentDeliveryTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  shipmentId: number
  documentId: number
  endpointId: number
  toWords: string
  at: Date
  byName: string
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  dueAt: Date
  lastAt: Date | null
  status: number | null
  answer: string | null
  error: string | null
  answerLost: Generated<boolean>
}

export interface ShipmentDocumentTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  shipmentId: number
  kind: 'letter' | 'epcis' | 'csv' | 'void' | 'voidLetter'
  filename: string
  contentType: string
  size: number
  sha256: string
  madeAt: Date
}

export interface ShipmentMedTable {
  customerId: Generated<number>
  shipmentId: number
  medId: number
  n: number
  locationId: number
  documentId: number | null
  line: number | null
  isOpen: boolean
  accepted: Generated<string[]>
}

export interface ShipmentRuleTable {
  customerId: Generated<number>
  purpose: 'sale' | 'need' | 'loan' | 'loanReturn' | 'return' | 'nonsaleable' | 'donation' | 'own' | 'emergency' | 'destruction'
  sender: 'anyone' | 'administrator' | 'customerAdmin'
  needsApproval: boolean
  changedAt: Date
  changedById: number
  changedBy: string
}

export interface ShipmentSendingTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  shipmentId: number
  at: Date
  byName: string
  toWords: string
  mailId: number
  linkId: number
  isReminder: Generated<boolean>
  remindedAt: Date | null
}

export interface ShipmentUnitTable {
  customerId: Generated<number>
  shipmentId: number
  n: number
  locationId: number
  medId: number | null
  sscc: string | null
  gtin: string | null
  serialNumber: string | null
  productName: string | null
  lotNumber: string | null
  expirationDate: string | null
  documentId: number | null
  line: number | null
  lastLine: number | null
  isPackage: boolean
  meds: number
  accepted: Generated<string[]>
  scannedAt: Date
  scannedBy: string
}

export interface SignInTryTable {
  id: GeneratedAlways<number>
  at: Date
  accountKey: Buffer
  address: string
  reason: string
}

export interface SopRevisionTable {
  customerId: Generated<number>
  sop: string
  revision: number
  text: string
  note: string
  madeAt: Date
  madeById: number
  madeBy: string
}

export interface SopSignatureTable {
  customerId: Generated<number>
  sop: string
  revision: number
  userId: number
  name: string
  signedAt: Date
}

export interface StateTable {
  id: GeneratedAlways<number>
  name: string
  code: string
}

export interface StockLotTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  documentId: number | null
  epcisMedVocabularyId: number | null
  gtin: string | null
  ndc: string | null
  ndc10: string | null
  ndc8: GeneratedAlways<string | null>
  lotNumber: string | null
  lotKey: string | null
  firmKey: string | null
  expirationDate: string | null
  amount: number
  sentAt: Date
  isMatched: Generated<boolean>
}

export interface SubscriptionTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  subscription: string
  product: string
  display: string
  state: string
  isActive: boolean
  isAutoRenew: boolean
  quantity: number
  currency: Generated<string>
  subtotalCents: number
  begunAt: Date | null
  nextChargeAt: Date | null
  nextChargeCents: number | null
  canceledAt: Date | null
  endsAt: Date | null
  endedAt: Date | null
  changedAt: Date | null
}

export interface SubscriptionEndingTable {
  customerId: Generated<number>
  subscription: string
  why: 'replaced' | 'renewed' | 'twice' | 'givenUp'
  kept: string | null
  begunAt: Date
  failedAt: Date | null
  doneAt: Date | null
}

export interface TracingAnswerTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  requestId: number
  number: number
  items: number[]
  itemCount: number
  note: string | null
  state: 'queued' | 'building' | 'ready' | 'failed' | 'discarded'
  phase: Generated<string>
  done: Generated<number>
  total: Generated<number>
  failure: string | null
  counts: Json
  gaps: Json
  files: Json
  bytes: number | null
  sha256: string | null
  manifestSha256: string | null
  timeZone: string
  madeAt: Date
  madeById: number
  madeBy: string
  keptUntil: Date | null
  removedAt: Date | null
  sentAt: Date | null
  locationIds: number[]
}

export interface TracingEntryTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  requestId: number
  at: Date
  userId: number | null
  byName: string | null
  words: string
  text: string | null
  messageId: string | null
}

export interface TracingFileTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  requestId: number
  entryId: number
  filename: string
  contentType: string
  size: number
  sha256: string
}

export interface TracingItemTable {
  customerId: Generated<number>
  requestId: number
  n: number
  gtin: string | null
  ndc: string | null
  ndc10: Generated<string[]>
  serialNumber: string | null
  lotNumber: string | null
  expirationDate: string | null
  fromOn: string | null
  toOn: string | null
}

export interface TracingRequestTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  number: number
  direction: 'in' | 'out'
  isDrill: Generated<boolean>
  locationId: number | null
  asker: 'fda' | 'state' | 'partner' | 'other'
  organization: string
  name: string | null
  role: string | null
  emailAddress: string | null
  phone: string | null
  tradingPartnerId: number | null
  identityHow: string | null
  identityBy: string | null
  identityAt: Date | null
  channel: 'email' | 'phone' | 'letter' | 'visit' | 'portal' | 'program'
  basis: 'recall' | 'suspect' | 'illegitimate' | 'inspection' | 'audit' | 'other'
  wish: 'information' | 'lastOwner' | 'allOwners'
  reference: string | null
  incidentNumber: string | null
  note: string | null
  receivedAt: Date
  timeZone: string
  targetAt: Date | null
  legalDueAt: Date | null
  statedDueAt: Date | null
  mailHeaders: string | null
  originKind: 'med' | 'recall' | 'incident' | 'exception' | null
  originId: number | null
  fingerprint: string
  duplicateOfId: number | null
  itemCount: number
  about: string
  counts: Json | null
  acknowledgedAt: Date | null
  answeredAt: Date | null
  coveredAt: Date | null
  remindOn: string | null
  remindedAt: Date | null
  endedAt: Date | null
  endNote: string | null
  createdAt: Date
  createdById: number | null
  createdBy: string | null
  searchedItems: Generated<number>
  drillResult: Json | null
}

export interface TracingSendingTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  requestId: number
  answerId: number | null
  channel: 'mail' | 'link' | 'download' | 'acknowledgment' | 'question' | 'reminder'
  at: Date
  byId: number | null
  byName: string
  toWords: string | null
  sha256: string | null
  mailId: number | null
  linkId: number | null
}

export interface TradingPartnerTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number | null
  name: string
  type: 'upstream' | 'downstream' | 'both'
  createdAt: Date
  createdById: number | null
  deactivatedAt: Date | null
  deactivatedById: number | null
  deactivateReason: string | null
  business: 'wholesaler' | 'manufacturer' | 'repackager' | '3PL' | 'dispenser' | null
}

export interface UploadTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number | null
  createdById: number
  filename: string
  contentType: string
  size: number
  sha256: string
  status: 'processing' | 'imported' | 'duplicate' | 'exception' | 'refused' | 'stopped' | 'elsewhere' | 'differs'
  documentId: number | null
  createdAt: Date
  finishedAt: Date | null
  kind:
    | 'waiting'
    | 'made'
    | 'sentBefore'
    | 'differs'
    | 'corrects'
    | 'notAddressed'
    | 'noSerials'
    | 'malformed'
    | 'empty'
    | 'notXml'
    | 'zipNotOne'
    | 'zipTooMany'
    | 'zipNested'
    | 'zipEncrypted'
    | 'zipNotXml'
    | 'zipTooLarge'
    | 'zipDamaged'
    | 'unpacked'
    | 'tooMuch'
    | 'tooMuchMemory'
    | 'rolledBack'
    | 'stopped'
    | 'ignored'
    | 'fault'
    | 'elsewhere'
  facts: Json
  namedGlns: Generated<string[]>
  namedPlaces: Json
  documentExceptionId: number | null
  isAllOrNothing: Generated<boolean>
  doorId: number | null
}

export interface UploadPacketTable {
  customerId: Generated<number>
  userId: number
  groupId: string
  fileId: string
  packet: number
  totalPackets: number
  filename: string
  contentType: string
  sha256: string
  size: number
  createdAt: Date
}

export interface UserTable {
  customerId: Generated<number>
  id: Generated<number>
  firstName: string
  middleName: string | null
  lastName: string
  title: string | null
  emailAddress: string
  isActive: Generated<boolean>
  suspectMedEmailAddress: string | null
  createdAt: Generated<Date>
  invitedAt: Date | null
  invitedById: number | null
  joinedAt: Generated<Date | null>
  withdrawnAt: Date | null
  deactivatedAt: Date | null
}

export interface UserLocationTable {
  customerId: Generated<number>
  userId: number
  locationId: number
  isAdmin: Generated<boolean>
  grantedAt: Generated<Date | null>
  grantedById: number | null
}

export interface VerificationTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  listId: number | null
  line: number | null
  retriesId: number | null
  isCurrent: Generated<boolean>
  gtin: string
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  medName: string | null
  purpose: 'return' | 'suspect' | 'exception' | 'status'
  context: string | null
  driver: 'manual' | 'gs1' | 'simulator'
  askedAt: Date
  askedById: number
  corrUuid: string | null
  answer: 'verified' | 'notVerified' | 'unavailable' | null
  answeredAt: Date | null
  reason: string | null
  additionalInfo: string | null
  cause: string | null
  responderGln: string | null
  responderTime: string | null
  status: number | null
  body: string | null
  askedWhom: string | null
  channel: 'phone' | 'email' | 'portal' | 'letter' | 'other' | null
  note: string | null
  evidenceId: number | null
}

export interface VerificationListTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  locationId: number
  name: string
  purpose: 'return' | 'suspect' | 'exception' | 'status'
  amount: number
  state: 'running' | 'stopped' | 'done'
  stopReason: string | null
  createdAt: Date
  createdById: number
  endedAt: Date | null
}

export interface VerificationSettingTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  driver: 'manual' | 'gs1' | 'simulator'
  baseUrl: string | null
  requesterGln: string | null
  contexts: Json
  credentialHeader: string
  credential: Buffer | null
  walletUrl: string | null
  walletHolder: string | null
  emailAddress: string | null
  phoneNumber: string | null
  updatedAt: Date
  updatedById: number
}

export interface VerifiedGlnTable {
  globalLocationNumber: string
  customerId: Generated<number>
}

export interface WebhookDeliveryTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  endpointId: number
  eventId: number
  subject: string
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  dueAt: Date
  lastAt: Date | null
  status: number | null
  answer: string | null
  error: string | null
}

export interface WebhookEndpointTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  name: string
  url: string
  locationId: number | null
  events: string[]
  secret: Buffer
  previousSecret: Buffer | null
  previousSecretUntil: Date | null
  createdAt: Date
  createdById: number
  createdBy: string
  offAt: Date | null
  offReason: 'person' | 'gone' | 'failing' | null
  failingSince: Date | null
  pausedUntil: Date | null
}

export interface WebhookEventTable {
  customerId: Generated<number>
  id: GeneratedAlways<number>
  messageId: string
  type: string
  subject: string
  locationId: number | null
  happenedAt: Date
  data: Json
}

export interface Tables {
  accessReview: AccessReviewTable
  accessReviewLine: AccessReviewLineTable
  accessReviewReminder: AccessReviewReminderTable
  accessToken: AccessTokenTable
  agreementReminder: AgreementReminderTable
  audit: AuditTable
  auditCheckpoint: AuditCheckpointTable
  auditLogCheck: AuditLogCheckTable
  auditSeal: AuditSealTable
  auditTile: AuditTileTable
  auditTimeStamp: AuditTimeStampTable
  billing: BillingTable
  callCount: CallCountTable
  checkout: CheckoutTable
  checkpointMail: CheckpointMailTable
  collectedSgln: CollectedSglnTable
  customer: CustomerTable
  customerCounter: CustomerCounterTable
  departure: DepartureTable
  dismissedRecall: DismissedRecallTable
  dispenseCheck: DispenseCheckTable
  dispensedColumns: DispensedColumnsTable
  dispensedYear: DispensedYearTable
  documentCorrection: DocumentCorrectionTable
  documentCorrectionUnit: DocumentCorrectionUnitTable
  documentException: DocumentExceptionTable
  documentExceptionEntry: DocumentExceptionEntryTable
  documentExceptionFile: DocumentExceptionFileTable
  documentExceptionFollower: DocumentExceptionFollowerTable
  documentExceptionItem: DocumentExceptionItemTable
  documentExceptionMail: DocumentExceptionMailTable
  documentExceptionPart: DocumentExceptionPartTable
  documentExceptionReply: DocumentExceptionReplyTable
  documentExceptionStatus: DocumentExceptionStatusTable
  documentMed: DocumentMedTable
  drug: DrugTable
  drugLoad: DrugLoadTable
  epcisDocument: EpcisDocumentTable
  epcisEvent: EpcisEventTable
  epcisMedVocabulary: EpcisMedVocabularyTable
  era: EraTable
  evidence: EvidenceTable
  exceptionSetting: ExceptionSettingTable
  failedSignIn: FailedSignInTable
  handOver: HandOverTable
  headCount: HeadCountTable
  hold: HoldTable
  holdMed: HoldMedTable
  inboundMessage: InboundMessageTable
  incidentDraft: IncidentDraftTable
  incidentMail: IncidentMailTable
  incidentReport: IncidentReportTable
  incidentThread: IncidentThreadTable
  inspectionLink: InspectionLinkTable
  intakeDoor: IntakeDoorTable
  intakeMail: IntakeMailTable
  intakePart: IntakePartTable
  intakeSource: IntakeSourceTable
  intakeSourceFile: IntakeSourceFileTable
  investigation: InvestigationTable
  investigationFinding: InvestigationFindingTable
  investigationHold: InvestigationHoldTable
  invitation: InvitationTable
  jobProgress: JobProgressTable
  keptAnswer: KeptAnswerTable
  leftover: LeftoverTable
  licenseCheckReminder: LicenseCheckReminderTable
  licenseReminder: LicenseReminderTable
  listSetting: ListSettingTable
  location: LocationTable
  locationAddress: LocationAddressTable
  locationGln: LocationGlnTable
  locationGlnVerification: LocationGlnVerificationTable
  login: LoginTable
  loginAttempt: LoginAttemptTable
  mail: MailTable
  mailBudget: MailBudgetTable
  med: MedTable
  medAttachment: MedAttachmentTable
  medEmail: MedEmailTable
  order: OrderTable
  orderPresence: OrderPresenceTable
  ownRule: OwnRuleTable
  pack: PackTable
  partnerAccountNumber: PartnerAccountNumberTable
  partnerAddress: PartnerAddressTable
  partnerAgreement: PartnerAgreementTable
  partnerContact: PartnerContactTable
  partnerContactDetail: PartnerContactDetailTable
  partnerEndpoint: PartnerEndpointTable
  partnerGln: PartnerGlnTable
  partnerGlnTold: PartnerGlnToldTable
  partnerLicense: PartnerLicenseTable
  partnerMerge: PartnerMergeTable
  partnerPreference: PartnerPreferenceTable
  partnerStop: PartnerStopTable
  paymentAccount: PaymentAccountTable
  paymentAccountOwner: PaymentAccountOwnerTable
  paymentEvent: PaymentEventTable
  recall: RecallTable
  recallAnswer: RecallAnswerTable
  recallCode: RecallCodeTable
  recallLoad: RecallLoadTable
  recallLot: RecallLotTable
  recallMatch: RecallMatchTable
  recallNdc: RecallNdcTable
  recallNotice: RecallNoticeTable
  recallProduct: RecallProductTable
  recallProgress: RecallProgressTable
  recallSeen: RecallSeenTable
  recallVersion: RecallVersionTable
  receipt: ReceiptTable
  receiptLabel: ReceiptLabelTable
  recoveryCode: RecoveryCodeTable
  regimeFacts: RegimeFactsTable
  regimeReminder: RegimeReminderTable
  scanStop: ScanStopTable
  scorecardMonth: ScorecardMonthTable
  scorecardProgress: ScorecardProgressTable
  scorecardReader: ScorecardReaderTable
  session: SessionTable
  shipment: ShipmentTable
  shipmentDelivery: ShipmentDeliveryTable
  shipmentDocument: ShipmentDocumentTable
  shipmentMed: ShipmentMedTable
  shipmentRule: ShipmentRuleTable
  shipmentSending: ShipmentSendingTable
  shipmentUnit: ShipmentUnitTable
  signInTry: SignInTryTable
  sopRevision: SopRevisionTable
  sopSignature: SopSignatureTable
  state: StateTable
  stockLot: StockLotTable
  subscription: SubscriptionTable
  subscriptionEnding: SubscriptionEndingTable
  tracingAnswer: TracingAnswerTable
  tracingEntry: TracingEntryTable
  tracingFile: TracingFileTable
  tracingItem: TracingItemTable
  tracingRequest: TracingRequestTable
  tracingSending: TracingSendingTable
  tradingPartner: TradingPartnerTable
  upload: UploadTable
  uploadPacket: UploadPacketTable
  user: UserTable
  userLocation: UserLocationTable
  verification: VerificationTable
  verificationList: VerificationListTable
  verificationSetting: VerificationSettingTable
  verifiedGln: VerifiedGlnTable
  webhookDelivery: WebhookDeliveryTable
  webhookEndpoint: WebhookEndpointTable
  webhookEvent: WebhookEventTable
}

/** Tables whose rows belong to a customer: CustomerFilter adds `customer_id` to every reference of them. */
export const CUSTOMER_TABLES: ReadonlySet<string> = new Set([
  'access_review',
  'access_review_line',
  'access_review_reminder',
  'agreement_reminder',
  'audit',
  'audit_checkpoint',
  'audit_log_check',
  'audit_seal',
  'audit_tile',
  'audit_time_stamp',
  'checkout',
  'checkpoint_mail',
  'collected_sgln',
  'customer_counter',
  'departure',
  'dismissed_recall',
  'dispense_check',
  'dispensed_columns',
  'dispensed_year',
  'document_correction',
  'document_correction_unit',
  'document_exception',
  'document_exception_entry',
  'document_exception_file',
  'document_exception_follower',
  'document_exception_item',
  'document_exception_mail',
  'document_exception_part',
  'document_exception_reply',
  'document_exception_status',
  'document_med',
  'epcis_document',
  'epcis_event',
  'epcis_med_vocabulary',
  'evidence',
  'exception_setting',
  'hand_over',
  'head_count',
  'hold',
  'hold_med',
  'inbound_message',
  'incident_draft',
  'incident_mail',
  'incident_report',
  'incident_thread',
  'inspection_link',
  'intake_door',
  'intake_mail',
  'intake_part',
  'intake_source',
  'intake_source_file',
  'investigation',
  'investigation_finding',
  'investigation_hold',
  'invitation',
  'job_progress',
  'kept_answer',
  'leftover',
  'license_check_reminder',
  'license_reminder',
  'list_setting',
  'location',
  'location_address',
  'location_gln',
  'location_gln_verification',
  'mail',
  'mail_budget',
  'med',
  'med_attachment',
  'med_email',
  'order',
  'order_presence',
  'own_rule',
  'pack',
  'partner_account_number',
  'partner_address',
  'partner_agreement',
  'partner_contact',
  'partner_contact_detail',
  'partner_endpoint',
  'partner_gln',
  'partner_gln_told',
  'partner_license',
  'partner_merge',
  'partner_preference',
  'partner_stop',
  'payment_account',
  'recall_answer',
  'recall_match',
  'recall_notice',
  'recall_progress',
  'recall_seen',
  'receipt',
  'receipt_label',
  'regime_facts',
  'regime_reminder',
  'scan_stop',
  'scorecard_month',
  'scorecard_progress',
  'scorecard_reader',
  'shipment',
  'shipment_delivery',
  'shipment_document',
  'shipment_med',
  'shipment_rule',
  'shipment_sending',
  'shipment_unit',
  'sop_revision',
  'sop_signature',
  'stock_lot',
  'subscription',
  'subscription_ending',
  'tracing_answer',
  'tracing_entry',
  'tracing_file',
  'tracing_item',
  'tracing_request',
  'tracing_sending',
  'trading_partner',
  'upload',
  'upload_packet',
  'user',
  'user_location',
  'verification',
  'verification_list',
  'verification_setting',
  'verified_gln',
  'webhook_delivery',
  'webhook_endpoint',
  'webhook_event',
])

/** What retention does with each table, according to its comment (migration 0036), in an order in which rows can be deleted. */
export const RETENTION_NOTES: readonly { table: string; key: readonly string[]; note: string }[] = [
  { table: 'departure', key: ['id'], note: 'with med.id = med_id' },
  { table: 'dismissed_recall', key: ['id'], note: 'with recall_match.id = recall_match_id' },
  { table: 'document_correction_unit', key: ['correction_id', 'n'], note: 'with document_correction.id = correction_id' },
  { table: 'document_correction', key: ['id'], note: 'with order.id = old_document_id or order.id = new_document_id' },
  { table: 'document_exception_file', key: ['id'], note: 'with document_exception.id = document_exception_id; file sha256 size filename' },
  {
    table: 'document_exception_follower',
    key: ['document_exception_id', 'user_id'],
    note: 'with document_exception.id = document_exception_id',
  },
  { table: 'document_exception_item', key: ['document_exception_id', 'n'], note: 'with document_exception.id = document_exception_id' },
  { table: 'document_exception_mail', key: ['id'], note: 'with document_exception.id = document_exception_id' },
  {
    table: 'document_exception_part',
    key: ['document_exception_id', 'section', 'page'],
    note: 'with document_exception.id = document_exception_id',
  },
  { table: 'document_exception_reply', key: ['id'], note: 'with document_exception.id = document_exception_id' },
  { table: 'document_exception_entry', key: ['id'], note: 'with document_exception.id = document_exception_id' },
  { table: 'document_exception_status', key: ['id'], note: 'with document_exception.id = document_exception_id' },
  { table: 'epcis_event', key: ['document_id', 'event_number'], note: 'with order.id = document_id' },
  { table: 'hold_med', key: ['hold_id', 'med_id'], note: 'with med.id = med_id' },
  {
    table: 'hold',
    key: ['id'],
    note: 'with order.id = document_id or hold_med.hold_id = id or document_exception.id = document_exception_id; shared',
  },
  { table: 'inbound_message', key: ['id'], note: 'with upload.id = upload_id; file sha256 size filename' },
  { table: 'incident_report', key: ['id'], note: 'stays, names packages in words; an order that it names stays for as long as its record' },
  { table: 'intake_part', key: ['door_id', 'name'], note: 'stays, holds files that are still arriving, for an hour at most' },
  { table: 'intake_source', key: ['door_id'], note: 'stays, says where files are fetched, and names no order' },
  {
    table: 'intake_source_file',
    key: ['door_id', 'name', 'size', 'modified_at'],
    note: 'stays, remembers names on another server until they have not been there for 90 days',
  },
  {
    table: 'investigation_hold',
    key: ['investigation_id', 'hold_id'],
    note: 'stays, keeps the text of its holds, so that the record of an investigation stays complete without them',
  },
  { table: 'job_progress', key: ['upload_id'], note: 'stays, exists only while a file is read, and such an order is kept' },
  { table: 'leftover', key: ['sha256'], note: 'stays, lists files to delete, including those of removed orders' },
  { table: 'med_attachment', key: ['id'], note: 'with med.id = med_id; file sha256 size filename' },
  { table: 'med_email', key: ['id'], note: 'with med.id = med_id; file pdf_sha256 pdf_size pdf_filename' },
  {
    table: 'order_presence',
    key: ['document_id', 'user_id'],
    note: 'stays, only while somebody has the order open; such a row means nothing a minute later',
  },
  {
    table: 'pack',
    key: ['id'],
    note: 'stays, its file is removed after 30 days; the row says what was handed over, and may outlive the orders in it',
  },
  { table: 'partner_stop', key: ['document_id'], note: 'with order.id = document_id' },
  { table: 'recall_answer', key: ['document_id', 'recall_id'], note: 'with order.id = document_id' },
  { table: 'recall_match', key: ['id'], note: 'with stock_lot.id = stock_lot_id' },
  { table: 'receipt_label', key: ['receipt_id', 'line'], note: 'with receipt.id = receipt_id' },
  { table: 'scan_stop', key: ['id'], note: 'with order.id = document_id' },
  { table: 'scorecard_month', key: ['id'], note: 'stays, has counts of a month, which remain true after its orders were removed' },
  { table: 'shipment_delivery', key: ['id'], note: 'stays, proves that the documents of a shipment were handed over, and names no order' },
  { table: 'shipment_document', key: ['id'], note: 'stays, is transaction information that we gave, which is kept for itself' },
  { table: 'shipment_med', key: ['shipment_id', 'med_id'], note: 'with med.id = med_id' },
  { table: 'document_med', key: ['document_id', 'line'], note: 'with order.id = document_id' },
  { table: 'med', key: ['id'], note: 'with document_med.med_id = id' },
  { table: 'receipt', key: ['id'], note: 'with order.id = document_id' },
  { table: 'shipment_sending', key: ['id'], note: 'stays, proves that the documents of a shipment were handed over, and names no order' },
  { table: 'shipment_unit', key: ['shipment_id', 'n'], note: 'stays, says what left with a shipment, and names an order by its id only' },
  { table: 'shipment', key: ['id'], note: 'stays, is a record of ours about what we gave, and names no order' },
  { table: 'stock_lot', key: ['id'], note: 'with order.id = document_id' },
  { table: 'tracing_file', key: ['id'], note: 'stays, came with an email about a tracing request, which is kept from its own end on' },
  { table: 'tracing_sending', key: ['id'], note: 'stays, proves that an answer was handed over, and names no order' },
  {
    table: 'tracing_answer',
    key: ['id'],
    note: 'stays, its file is removed after 30 days; the row says what was answered, and may outlive the orders in it',
  },
  {
    table: 'upload',
    key: ['id'],
    note: 'with order.id = document_id or document_exception.id = document_exception_id; file sha256 size filename',
  },
  { table: 'document_exception', key: ['id'], note: 'with order.id = document_id or order.id = order_id' },
  { table: 'order', key: ['id'], note: 'with order.id = id' },
  { table: 'epcis_document', key: ['id'], note: 'with order.id = id; file sha256 size filename' },
  { table: 'upload_packet', key: ['user_id', 'group_id', 'file_id', 'packet'], note: 'stays, holds files that are still arriving' },
  { table: 'verification', key: ['id'], note: 'stays, keeps the product identifier as asked and names no order' },
  { table: 'evidence', key: ['id'], note: 'stays, shows licenses, agreements and GLNs, which belong to partners and locations' },
  { table: 'verification_list', key: ['id'], note: 'stays, and names no order' },
  { table: 'verification_setting', key: ['id'], note: 'stays, says how manufacturers are asked, and names no order' },
  { table: 'webhook_delivery', key: ['id'], note: 'stays, is deleted with its event after 90 days' },
  { table: 'webhook_endpoint', key: ['id'], note: 'stays, says where events are sent, and names no order' },
  { table: 'webhook_event', key: ['id'], note: 'stays, is deleted after 90 days, and names an order by its id only' },
]
