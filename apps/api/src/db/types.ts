import type { Door, GuestPack, GuestShipment, TakenFor, UnitAnswers, UploadOutcome } from '@seriatim/schema'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Connection of the role seriatim_app, or of seriatim_system: sees no customer's rows until a scope is set. */
export type Db = Kysely<Tables> & {
  /** Functions of higher layers that this connection's transactions call when they change something. */
  readonly listeners: Listeners
  /**
   * Query builder on the same connections. Its transactions begin in this scope, and wait in the queue that shares connections fairly among
   * customers. Only `withCustomer` may use it.
   */
  scoped(scope: Scope): Kysely<Tables>
}

declare const scoped: unique symbol
/** A transaction in which the scope of one customer is set; made by withCustomer only. */
export type CustomerTx = Transaction<Tables> & { [scoped]: true; readonly listeners: Listeners }

/** A transaction of the role seriatim_system; made by withSystem only. */
export type SystemTx = Transaction<Tables>

/** The parts of a transaction's scope that row security reads. */
export interface Scope {
  customerId: number
  /** The person who acts; null in a job that no person started. */
  userId: number | null
  /** `all`: row security shows the rows of all the customer's locations, for the customer admin and for jobs. `some`: only those of `locationIds`. */
  scope: 'all' | 'some'
  locationIds: readonly number[]
  /**
   * True for an interactive call, which gives up after less than a second if another transaction has locked the row that it needs (`lock-row.ts`).
   */
  isHurried?: boolean
}

/** The author of what a customer's transaction changes: a person, or a job, whose `userId` is null. */
interface Author {
  customerId: number
  userId: number | null
  now: Date
}

/** A person who is not signed in and opened a link, and the subject of that link. The transaction sees only the location of the subject. */
export interface Guest {
  customerId: number
  /** The subject's location; for a pack, the first of its locations. */
  locationId: number | null
  /** Id of the link's subject: a med, a pack, an answer or a shipment. */
  subjectId: number
  /** The link's author. The link stops working when its author loses the right to share its subject. */
  authorId: number
  now: Date
}

/** A file that arrived through an intake door that the domain `upload` serves; its row in `upload` exists already. */
export interface FileArrival {
  door: Exclude<Door, 'https'>
  uploadId: number
  /** `outcome`: why the product stored no data from the file; undefined if it stored some. */
  file: { filename: string; contentType: string; size: number; sha256: string; outcome?: UploadOutcome | undefined }
  from: { userId: number; name: string }
  at: Date
}

/** What a door can still accept today. Values are 0 or less once it has reached its limit. */
export interface DoorRoom {
  files: number
  bytes: number
}

/** The files of a zip that arrived as an upload. */
export interface UnpackedArrival {
  /** Of the zip. */
  uploadId: number
  /** `uploadId`: null for a file that is not a document and was only stored. */
  files: { filename: string; contentType: string; size: number; sha256: string; takenFor: TakenFor; uploadId: number | null }[]
  at: Date
}

/** An entry that the current transaction has just added to the audit trail. */
export interface AuditedAction {
  action: string
  subject: string
  subjectId: number | null
  detail: Readonly<Record<string, unknown>>
  at: Date
}

/** Announces that a ticket was opened or that its status changed. */
export interface TicketStatus {
  documentExceptionId: number
  locationId: number | null
  status: 'OPEN' | 'RESOLVED' | 'CLOSED'
  at: Date
}

/** A recall that now matches a lot of this location for the first time. */
export interface RecallHit {
  recallId: number
  locationId: number
}

/**
 * Functions through which a domain tells the layers above it, which it cannot import, about its changes. Each runs in the transaction of the change,
 * so its effects are committed together with the change or not at all. Each has exactly one listener, which the `*.domain.ts` of a higher layer
 * provides.
 */
export interface Listeners {
  /** A GLN was added to an open location. Returns the ids of the uploads that waited for this GLN and will now be read again. */
  glnAdded(tx: CustomerTx, by: Author, gln: string): Promise<number[]>
  /** Packages of these orders were put on hold or released. */
  heldMedsChanged(tx: CustomerTx, orderIds: readonly number[]): Promise<void>
  /** An order was closed with packages missing. */
  orderClosedShort(tx: CustomerTx, by: Author & { userId: number }, order: { orderId: number; reason: string }): Promise<void>
  /** Somebody at the counter opened a ticket about an order. */
  counterTicketOpened(tx: CustomerTx, ticket: { documentExceptionId: number; orderId: number; now: Date }): Promise<void>
  /** Entries were added to the audit trail. */
  audited?(tx: CustomerTx, entries: readonly AuditedAction[]): Promise<void>
  /** The last open package of an order was received. */
  orderReceived?(tx: CustomerTx, order: { documentId: number; locationId: number; at: Date }): Promise<void>
  /** A ticket was opened, or its status changed. */
  ticketStatusSet?(tx: CustomerTx, ticket: TicketStatus): Promise<void>
  /** A file could not be read, so it creates no order and no document. */
  uploadUnreadable?(tx: CustomerTx, upload: { uploadId: number; at: Date }): Promise<void>
  /** Recalls were found whose lots are on file. */
  recallsHit?(tx: CustomerTx, hits: readonly RecallHit[], at: Date): Promise<void>
  /** A file came in, and its import is queued or refused. */
  fileArrived?(tx: CustomerTx, arrival: FileArrival): Promise<void>
  /** A zip that came through a door is about to be unpacked. The listener returns how much the door can still accept. */
  zipOpened?(tx: CustomerTx, zip: { doorId: number; at: Date }): Promise<DoorRoom>
  /** The files of a zip are stored, and each document among them is now a separate upload. */
  filesUnpacked?(tx: CustomerTx, arrival: UnpackedArrival): Promise<void>
  /** Called when the import of an upload has ended, whether it succeeded or failed. */
  uploadSettled?(tx: CustomerTx, uploadId: number): Promise<void>
  /**
   * A guest opened a link to one package. Returns what the page shows; undefined if the package is gone, or if the link's author may no longer show
   * it.
   */
  guestOpenedUnit?(tx: CustomerTx, guest: Guest): Promise<UnitAnswers | undefined>
  /**
   * A guest opened a link to a pack, or is downloading its file. Returns the pack's facts; undefined if the file is gone, or the link's author may no
   * longer hand it over.
   */
  guestOpenedPack?(tx: CustomerTx, guest: Guest): Promise<GuestPack | undefined>
  /**
   * A guest opened a link to an answer to a tracing request. Returns the answer's facts; undefined if its file is gone, or the link's author may no
   * longer hand it over.
   */
  guestOpenedAnswer?(tx: CustomerTx, guest: Guest): Promise<GuestPack | undefined>
  /**
   * A guest opened a link to the documents of a shipment, or is downloading one of them. Returns the shipment with its documents; undefined if the
   * link's author may no longer hand them over.
   */
  guestOpenedShipment?(tx: CustomerTx, guest: Guest): Promise<GuestShipment | undefined>
  /** A guest is downloading the file of a pack. */
  guestTookPack?(tx: CustomerTx, download: { packId: number; now: Date }): Promise<void>
}
