import { z } from 'zod'
import { id, isoInstant, makePage, pageInput, sha256Hex } from './common.ts'
import { seal } from './file.ts'
import { FILE_KINDS, type FileKind } from './file-kinds.ts'
import { hostKeyFingerprint, remoteFolder, sftpServer } from './sftp-server.ts'
import { outcome, uploadStatus } from './upload-outcome.ts'

/**
 * The ways in which a file arrives. `https`: a program with a token; `web`: a person; `api`: `/api/v1`; `mail`: an email to a door's address, or a
 * partner's answer to a ticket; `sftp`: a user of our SFTP server; `pull`: fetched from a partner's SFTP server.
 */
export const DOORS = {
  https: 'HTTPS',
  web: 'Upload An Order',
  api: '/api/v1',
  mail: 'Email',
  sftp: 'SFTP',
  pull: 'Fetched by SFTP',
} as const
export type Door = keyof typeof DOORS
export const door = z.enum(Object.keys(DOORS) as [Door, ...Door[]]) // Object.keys() returns string[]

/** The detected type of a file, judged by its first bytes. */
export const TAKEN_FOR = { xml: 'EPCIS XML', zip: 'a zip', empty: 'an empty file', ...FILE_KINDS } as const
export type TakenFor = 'xml' | 'zip' | 'empty' | FileKind
export const takenFor = z.enum(Object.keys(TAKEN_FOR) as [TakenFor, ...TakenFor[]]) // Object.keys() returns string[]

/** `kept`: the file was only stored, because it cannot become an order yet; somebody should look at it. */
export const deliveryStatus = z.enum([...uploadStatus.options, 'kept'])
export type DeliveryStatus = z.infer<typeof deliveryStatus>

/** A file whose bytes are stored; the transport stores them before it calls the procedure. */
export const storedDelivery = z.object({
  filename: z.string().min(1).max(500),
  contentType: z.string().max(200),
  size: z.int().nonnegative(),
  sha256: sha256Hex,
  seal,
  takenFor,
})
export type StoredDelivery = z.infer<typeof storedDelivery>

/** The answer to a delivery. It contains nothing that changes later, so the same bytes always get the same answer. */
export const deliveryTaken = z.object({ id, receivedAt: isoInstant, size: z.int(), sha256: sha256Hex, takenFor })

/** The outcome of a delivery, for the program that sent it. It contains no order ids, because a partner may not access orders. */
export const deliveryReceipt = deliveryTaken.extend({
  times: z.int(),
  status: deliveryStatus,
  /** The outcome in one or two sentences. */
  message: z.string(),
})
export type DeliveryReceipt = z.infer<typeof deliveryReceipt>
export const deliveryInput = z.object({ deliveryId: id })

/**
 * `waiting`: the file has not been read yet, or its GLN still has to be added. `attention`: the file created no order. `kept`: the file was only
 * stored, because the import cannot read such files yet.
 */
export const deliveryState = z.enum(['waiting', 'attention', 'kept'])
export const deliverySearch = z.object({ state: deliveryState.optional(), doorId: id.optional(), ...pageInput })
export type DeliverySearch = z.output<typeof deliverySearch>

export const delivery = z.object({
  id,
  door,
  doorId: id.nullable(),
  from: z.string(),
  address: z.string().nullable(),
  /** For an email: the authentication results of the receiving mail server, such as `spf=pass dkim=fail`; empty if it checked nothing. */
  authentication: z.string().nullable(),
  receivedAt: isoInstant,
  times: z.int(),
  filename: z.string(),
  size: z.int(),
  /** SHA-256; empty if nothing was stored. */
  sha256: z.string(),
  takenFor,
  status: deliveryStatus,
  /** null while the file has only been stored */
  outcome: outcome.nullable(),
  uploadId: id.nullable(),
  documentId: id.nullable(),
  ticketNumber: z.int().nullable(),
  /** Time at which somebody deleted the file; its row stays. */
  removedAt: z.string().nullable(),
  mayRemove: z.boolean(),
  mayReplay: z.boolean(),
})
export type Delivery = z.infer<typeof delivery>
export const deliveryPage = makePage(delivery)

export const deliveryFile = z.object({ filename: z.string(), stored: z.object({ sha256: z.string(), size: z.number() }) })

/**
 * A door through which files arrive without a user at the screen (upload token, email address, SFTP user, or fetching from a partner's server), with
 * its last delivery.
 */
export const intakeDoor = z.object({
  id,
  kind: z.enum(['token', 'mail', 'sftp', 'pull']),
  /** Address to which senders email files, if the door accepts email; otherwise null. */
  address: z.string().nullable(),
  /** Addresses and domains that may send to the door; if empty, anyone may send who has the door's address. */
  senders: z.array(z.string()),
  /** For an SFTP door: how a client signs in. */
  sftp: z
    .object({
      user: z.string(),
      hasPassword: z.boolean(),
      /** Fingerprints of the public keys. */
      keys: z.array(z.string()),
      /** The public keys themselves, each as one line. */
      publicKeys: z.array(z.string()),
    })
    .nullable(),
  /** For a door that fetches files: the server from which it fetches them, and how the last attempt went. */
  source: z
    .object({
      host: z.string(),
      port: z.int(),
      userName: z.string(),
      usesKey: z.boolean(),
      /** The confirmed fingerprint of the server's host key. It is null until a person has confirmed it, and nothing is fetched before that. */
      hostKey: z.string().nullable(),
      folder: z.string(),
      pattern: z.string(),
      everyMinutes: z.int(),
      afterwards: z.enum(['leave', 'move', 'delete']),
      moveTo: z.string().nullable(),
      lookedAt: isoInstant.nullable(),
      failingSince: isoInstant.nullable(),
      lastError: z.string().nullable(),
    })
    .nullable(),
  lastRefused: z.object({ at: isoInstant, from: z.string(), why: z.enum(['sender', 'subscription']).nullable() }).nullable(),
  name: z.string(),
  locationId: id.nullable(),
  locationName: z.string().nullable(),
  partnerName: z.string().nullable(),
  createdAt: isoInstant,
  createdBy: z.string(),
  lastUsedAt: isoInstant.nullable(),
  lastAddress: z.string().nullable(),
  revokedAt: isoInstant.nullable(),
  revokedBy: z.string().nullable(),
  lastFilename: z.string().nullable(),
  mayManage: z.boolean(),
})
export type IntakeDoor = z.infer<typeof intakeDoor>

export const intakeOverview = z.object({
  doors: z.array(intakeDoor),
  /** The doors that every customer has without creating them: web, API and email. Email is open if the installation accepts email. */
  others: z.array(z.object({ door, isOpen: z.boolean(), lastAt: isoInstant.nullable(), lastFilename: z.string().nullable() })),
  counts: z.object({ waiting: z.int(), attention: z.int(), kept: z.int() }),
  /** The locations for which the caller may open a door. */
  locations: z.array(z.object({ id, name: z.string() })),
  mayOpenForAll: z.boolean(),
  /** Whether the installation receives email. */
  takesMail: z.boolean(),
  /** The SFTP server, if there is one. If `host` is null, the server has the same host name as this page. */
  sftpServer: z.object({ host: z.string().nullable(), port: z.int(), fingerprint: z.string() }).nullable(),
  partners: z.array(z.object({ id, name: z.string() })),
})
export type IntakeOverview = z.infer<typeof intakeOverview>

export const newIntakeDoor = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'A name has at most 80 characters.'),
  /** Location whose files arrive through this door; null if the door serves all locations of the customer. */
  locationId: id.nullable(),
  tradingPartnerId: id.nullable(),
})
export type NewIntakeDoor = z.infer<typeof newIntakeDoor>
/** `token` is in no other answer, because the server stores only its hash. */
export const madeIntakeDoor = z.object({ doorId: id, token: z.string() })
const MOST_SENDERS = 50
/** An allowed sender: an email address or a domain, such as `orders@northway.example` or `northway.example`. */
const SENDER = /^(?:[^\s@,;<>"]{1,64}@)?(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}$/
const senders = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(320)
      .regex(SENDER, 'Enter email addresses or domains, such as orders@northway.example or northway.example.'),
  )
  .max(MOST_SENDERS, `An address can have at most ${MOST_SENDERS} senders. Enter a domain instead.`)
export const newMailDoor = newIntakeDoor.extend({ senders })
export type NewMailDoor = z.infer<typeof newMailDoor>
export const madeMailDoor = z.object({ doorId: id, address: z.string() })
export const doorSenders = z.object({ doorId: id, senders })

const MOST_KEYS = 20
/** A line of an `authorized_keys` file without options. */
const PUBLIC_KEY = /^(?:ssh|ecdsa|sk)-[\w@.-]{3,60} [A-Za-z0-9+/]{60,1400}={0,3}(?: .{0,200})?$/
const publicKeys = z
  .array(z.string().trim().max(2000).regex(PUBLIC_KEY, 'Enter public keys as in the file id_ed25519.pub, one per line: ssh-ed25519 AAAA…'))
  .max(MOST_KEYS, `A user can have at most ${MOST_KEYS} keys.`)
export const newSftpDoor = newIntakeDoor.extend({ publicKeys, hasPassword: z.boolean() })
export type NewSftpDoor = z.infer<typeof newSftpDoor>
/** `password` cannot be read again; null if there is none. */
export const madeSftpDoor = z.object({ doorId: id, user: z.string(), password: z.string().nullable() })

/** Replaces the public keys and the password with which an SFTP user signs in. */
export const changedSftpAccess = z.object({ doorId: id, publicKeys, password: z.enum(['keep', 'new', 'none']) })
export type ChangedSftpAccess = z.infer<typeof changedSftpAccess>

/** What happens to a file on a partner's server after it has been fetched. */
export const AFTERWARDS = { leave: 'Leave it there', move: 'Move it to another folder', delete: 'Delete it' } as const
const sourceFields = {
  ...sftpServer,
  secretKind: z.enum(['password', 'key']),
  pattern: z.string().trim().min(1, 'Enter a pattern, such as *.xml.').max(200),
  everyMinutes: z.int('Enter a number of minutes.').min(1, 'Enter at least 1 minute.').max(1440, 'Enter at most 1,440 minutes.'),
  afterwards: z.enum(Object.keys(AFTERWARDS) as [keyof typeof AFTERWARDS, ...(keyof typeof AFTERWARDS)[]]), // Object.keys() returns string[]
  moveTo: remoteFolder.nullable(),
}
const hasTarget = ({ afterwards, moveTo }: { afterwards: keyof typeof AFTERWARDS; moveTo: string | null }) =>
  afterwards !== 'move' || moveTo !== null
const NO_TARGET = { path: ['moveTo'], message: 'Enter the folder to which files are moved.' }
const MOST_SECRET = 20_000
export const newPullDoor = newIntakeDoor
  .extend({ ...sourceFields, secret: z.string().min(1, 'Enter the password or the private key.').max(MOST_SECRET) })
  .refine(hasTarget, NO_TARGET)
export type NewPullDoor = z.infer<typeof newPullDoor>
/** Changes where and how files are fetched. An empty secret keeps the stored one. */
export const changedSource = z.object({ doorId: id, ...sourceFields, secret: z.string().max(MOST_SECRET) }).refine(hasTarget, NO_TARGET)
export type ChangedSource = z.infer<typeof changedSource>
export const madePullDoor = z.object({ doorId: id })
export const hostKeyChoice = z.object({ doorId: id, fingerprint: hostKeyFingerprint })

export const intakeDoorRef = z.object({ doorId: id })

/** The result of a test of a door, line by line. */
export const doorTest = z.object({
  checks: z.array(z.object({ what: z.string(), isOk: z.boolean(), text: z.string() })),
  /** Fingerprint of the host key that a partner's server presented, if a person has to confirm it. */
  fingerprint: z.string().nullable(),
})
export type DoorTest = z.infer<typeof doorTest>
