import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { DEFAULT_PLANS, type OperatorContact, type PlanTable, planTable } from '@seriatim/schema'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../../../..')
const flag = z.enum(['0', '1', 'true', 'false', '']).transform((text) => text === '1' || text === 'true')
const PLANS_FILE = 'CATALOGUE'
const port = z.coerce.number().int().min(0).max(65_535)

/** Every variable that the program reads, with its default. A test compares `.env.example` with this list. */
const variables = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().optional(),
  PORT: port.default(3000),
  DATA_DIR: z.string().default(join(root, 'data')),
  DATABASE_URL: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: z.string().optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  SECRET_KEY: z.string().min(32, 'SECRET_KEY needs at least 32 characters').optional(),
  SMTP_URL: z.url().optional(),
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAIL_FROM: z.string().optional(),
  REPLY_ADDRESS: z.email().optional(),
  SMTP_DOOR_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  SFTP_DOOR_PORT: port.optional(),
  SFTP_ADDRESS: z
    .string()
    .regex(/^[^\s/:]+(?::\d{1,5})?$/, 'SFTP_ADDRESS must be a host name or host:port')
    .optional(),
  REPLY_SECRET: z.string().min(16, 'REPLY_SECRET needs at least 16 characters').optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.default(true),
  LOCAL_RECEIVERS: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(1200),
  BRAND: z.string().default('Seriatim'),
  OPERATOR_NAME: z.string().optional(),
  OPERATOR_EMAIL: z.email().optional(),
  OPERATOR_PHONE: z.string().optional(),
  OPERATOR_HOURS: z.string().optional(),
  DEMO_FILES: flag.default(true),
  DEMO_LOGINS: flag.default(false),
  DRUG_REFERENCE_URL: z.string().optional(),
  RECALL_SOURCE_URL: z.string().optional(),
  CHROMIUM_PATH: z.string().optional(),
  BACKUP_RECIPIENT: z.string().optional(),
  BACKUP_IDENTITY_FILE: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'BACKUP_PASSPHRASE needs at least 12 characters').optional(),
  STORAGE_QUOTA_GB: z.coerce.number().positive().optional(),
  BILLING: z.enum(['on', 'off']).default('on'),
  CATALOGUE: z.string().optional(),
  PAYMENT_URL: z.url().optional(),
  PAYMENT_STORE_URL: z.url().optional(),
  PAYMENT_USERNAME: z.string().optional(),
  PAYMENT_PASSWORD: z.string().optional(),
  PAYMENT_WEBHOOK_SECRET: z.string().min(16, 'PAYMENT_WEBHOOK_SECRET needs at least 16 characters').optional(),
})

export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape)

/** Maximum duration of a shutdown. It is below compose's `stop_grace_period`, after which the container is killed. */
export const CLOSE_MS = 50_000

export interface Config {
  isProduction: boolean
  host: string
  port: number
  dataDir: string
  /** Connection string for the owner of an external database; undefined for the embedded one. */
  databaseUrl: string | undefined
  databasePool: number
  /** Beginning of the links that we create; if undefined, links begin with the request's origin. */
  publicUrl: string | undefined
  /** Number of proxies to trust, their addresses, or false. */
  trustProxy: string | number | boolean
  tls: { certFile: string; keyFile: string } | undefined
  secretKey: string
  smtpUrl: string | undefined
  /** Time-stamping service (RFC 3161) for checkpoints of the audit trail. */
  timeStampUrl: string | undefined
  mailFrom: string
  /** Address for partners' replies about a ticket, before its token is inserted. Undefined: replies go to the sender's own mailbox. */
  replyAddress: string | undefined
  /** Secret that the mail service includes with each email that it forwards to us. Undefined: no email is accepted over HTTP. */
  replySecret: string | undefined
  /** Address of the simulator of a verification service, if this installation runs one. Set at startup. */
  verificationSimulatorUrl: string | undefined
  /** Whether URLs that customers enter, such as webhooks, may use http and may point to this machine or its private networks. */
  allowsLocalReceivers: boolean
  /** Port of our own SMTP server, which is off if this is undefined. */
  smtpDoorPort: number | undefined
  /** Port of our own SFTP server, which is off if this is undefined. */
  sftpDoorPort: number | undefined
  /** Address at which partners reach the SFTP server, if it differs from this installation's host and port. */
  sftpAddress: string | undefined
  s3:
    | { endpoint?: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string; forcePathStyle: boolean }
    | undefined
  logLevel: string
  callsPerMinute: number
  brand: string
  /** Contact for questions about this installation, shown in the help. */
  operator: OperatorContact
  /** Outside production: load a few faulty demo files at the first start. */
  hasDemoFiles: boolean
  /** Outside production: whether the app may start with its demo logins although other machines can reach it. */
  hasDemoLogins: boolean
  /** URL or path of the FDA's NDC directory, loaded every week; undefined: loaded manually only. */
  drugReferenceUrl: string | undefined
  /** URL or path of openFDA's drug enforcement download, loaded every week; undefined: loaded manually only. */
  recallSourceUrl: string | undefined
  /** If billing is off, nothing is sold and everything is allowed. */
  isBillingOn: boolean
  /** The products and what each includes, from the CATALOGUE file if there is one. */
  plans: PlanTable
  /** The payment provider's API and checkout. Undefined: the built-in simulator is used, or no provider if billing is off. */
  payment: { url: string; storeUrl: string; username: string; password: string; webhookSecret: string } | undefined
  /** Backup keys: public keys to encrypt to, the file with the secret key, or a passphrase instead of both. */
  backup: { recipients: string[]; identityFile: string | undefined; passphrase: string | undefined }
  webDist: string
  /** The browser that prints PDFs: the configured one, or else an installed one, or else the one from npm, which is unpacked to `dir`. */
  browser: { path: string | undefined; dir: string }
  /** The fields from here to `signInsOfNetwork` limit sign-in and sessions (decisions 4, 5 and 7). */
  sessionIdleMinutes: number
  sessionHours: number
  previousTokenSeconds: number
  codeMinutes: number
  codeAttempts: number
  resendSeconds: number
  temporaryPasswordMinutes: number
  /** Failed sign-ins within this many minutes count toward locking an account or an address. */
  lockMinutes: number
  lockAttemptsAccount: number
  lockAttemptsAddress: number
  /** Maximum numbers of concurrent sign-ins, of waiting sign-ins, and of sign-ins from one network. */
  signInLanes: number
  signInsWaiting: number
  signInsOfNetwork: number
  uploadMaxBytes: number
  /**
   * Limit for a customer's documents and attachments, in addition to the limits of its subscriptions. Orders are accepted beyond it, because the law
   * requires keeping them.
   */
  storageQuotaBytes: number
  uploadWaitSeconds: number
  /** Timeouts for a request's headers and for the whole request. They are separate, because a gigabyte takes a long time over a slow connection. */
  headersSeconds: number
  requestSeconds: number
  /** The server cuts off a body that delivers less than `bodyBytesPerSecond` over this window. */
  bodyWindowSeconds: number
  bodyBytesPerSecond: number
  /** How long to keep reading and discarding the rest of a refused body. */
  lingerSeconds: number
  /**
   * At shutdown, the longest wait for requests that are being answered (`closeGraceSeconds`) and for requests whose body has stopped arriving
   * (`halfSentSeconds`). Both are shorter than compose's `stop_grace_period`.
   */
  closeGraceSeconds: number
  halfSentSeconds: number
  /** How long the result of a check of database, storage and email is reused. */
  readySeconds: number
  webhookTimeoutMs: number
  /** Time within which a server that we fetch files from must answer. */
  pullTimeoutMs: number
  verificationTimeoutMs: number
  /** Our SFTP server's timeouts for a client: to sign in, for its next request, and for the next bytes of an open file. */
  sftpSignInSeconds: number
  sftpIdleSeconds: number
  sftpStallSeconds: number
}

const FIXED = {
  webDist: join(root, 'apps/web/dist'),
  sessionIdleMinutes: 30,
  sessionHours: 12,
  previousTokenSeconds: 60,
  codeMinutes: 10,
  codeAttempts: 5,
  resendSeconds: 30,
  temporaryPasswordMinutes: 30,
  lockMinutes: 15,
  lockAttemptsAccount: 10,
  lockAttemptsAddress: 50,
  // Passwords hashed at the same time. Hashing one keeps a core busy for some 20 ms, and half of the cores stay free for everything else.
  signInLanes: Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
  signInsWaiting: 100,
  signInsOfNetwork: 25,
  uploadMaxBytes: 1024 ** 3,
  uploadWaitSeconds: 20,
  headersSeconds: 20,
  requestSeconds: 3600,
  bodyWindowSeconds: 20,
  bodyBytesPerSecond: 512,
  lingerSeconds: 3,
  closeGraceSeconds: 25,
  halfSentSeconds: 2,
  readySeconds: 5,
  webhookTimeoutMs: 15_000,
  pullTimeoutMs: 30_000,
  verificationTimeoutMs: 30_000,
  sftpSignInSeconds: 20,
  sftpIdleSeconds: 300,
  sftpStallSeconds: 60,
}

/**
 * Reads the environment once, at start. Nothing else in the program reads process.env.
 *
 * @throws Error naming the variable and what is wrong with it.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => VARIABLE_NAMES.includes(name) && value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  const v = parsed.data
  const isProduction = v.NODE_ENV === 'production'
  if (isProduction) {
    const missing = (['PUBLIC_URL', 'SECRET_KEY', 'MAIL_FROM', 'DATABASE_URL', 'SMTP_URL'] as const).filter((name) => !v[name])
    if (missing.length) throw new Error(`NODE_ENV=production needs ${missing.join(', ')}. See docs/deploy.md.`)
  }
  if (Boolean(v.TLS_CERT) !== Boolean(v.TLS_KEY)) throw new Error('TLS_CERT and TLS_KEY must be set together: set both or neither.')
  if (v.REPLY_ADDRESS ? !v.REPLY_SECRET && v.SMTP_DOOR_PORT === undefined : v.REPLY_SECRET)
    throw new Error('REPLY_ADDRESS works only together with REPLY_SECRET or SMTP_DOOR_PORT. Set both, or neither.')
  const dataDir = resolve(v.DATA_DIR)
  return {
    ...FIXED,
    isProduction,
    host: v.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    port: v.PORT,
    dataDir,
    databaseUrl: v.DATABASE_URL,
    databasePool: v.DATABASE_POOL,
    publicUrl: v.PUBLIC_URL?.replace(/\/$/, ''),
    trustProxy: readProxy(v.TRUST_PROXY),
    tls: v.TLS_CERT && v.TLS_KEY ? { certFile: v.TLS_CERT, keyFile: v.TLS_KEY } : undefined,
    secretKey: v.SECRET_KEY ?? storedSecret(dataDir),
    smtpUrl: v.SMTP_URL,
    timeStampUrl: v.TSA_URL,
    mailFrom: v.MAIL_FROM ?? `${v.BRAND} <no-reply@seriatim.invalid>`,
    replyAddress: v.REPLY_ADDRESS ?? (isProduction || v.SMTP_URL ? undefined : 'exceptions@replies.seriatim.invalid'),
    replySecret: v.REPLY_SECRET,
    verificationSimulatorUrl: undefined,
    allowsLocalReceivers: v.LOCAL_RECEIVERS ?? !(isProduction || v.DEMO_LOGINS),
    smtpDoorPort: v.SMTP_DOOR_PORT,
    sftpDoorPort: v.SFTP_DOOR_PORT,
    sftpAddress: v.SFTP_ADDRESS,
    s3: v.S3_BUCKET
      ? {
          ...(v.S3_ENDPOINT ? { endpoint: v.S3_ENDPOINT } : {}),
          region: v.S3_REGION,
          bucket: v.S3_BUCKET,
          accessKeyId: v.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: v.S3_SECRET_ACCESS_KEY ?? '',
          forcePathStyle: v.S3_FORCE_PATH_STYLE,
        }
      : undefined,
    logLevel: v.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    callsPerMinute: v.CALLS_PER_MINUTE,
    brand: v.BRAND,
    operator: {
      name: v.OPERATOR_NAME ?? null,
      emailAddress: v.OPERATOR_EMAIL ?? null,
      phoneNumber: v.OPERATOR_PHONE ?? null,
      hours: v.OPERATOR_HOURS ?? null,
    },
    hasDemoFiles: v.DEMO_FILES,
    hasDemoLogins: v.DEMO_LOGINS,
    drugReferenceUrl: v.DRUG_REFERENCE_URL,
    recallSourceUrl: v.RECALL_SOURCE_URL,
    isBillingOn: v.BILLING === 'on',
    plans: readPlans(v.CATALOGUE),
    payment: readPayment(v),
    backup: {
      recipients: v.BACKUP_RECIPIENT?.split(/[\s,]+/).filter(Boolean) ?? [],
      identityFile: v.BACKUP_IDENTITY_FILE,
      passphrase: v.BACKUP_PASSPHRASE,
    },
    storageQuotaBytes: v.STORAGE_QUOTA_GB === undefined ? Number.POSITIVE_INFINITY : v.STORAGE_QUOTA_GB * 1024 ** 3,
    browser: { path: v.CHROMIUM_PATH, dir: browserDir(isProduction, dataDir) },
  }
}

/**
 * Outside production, anyone can sign in with the demo password and read the codes at /demo/mail. That is fine on a developer's machine. If others
 * can reach the server, or the database is not the embedded one, somebody forgot NODE_ENV. @throws Error naming what is exposed, and how to fix it.
 */
export function expectSafeExposure({ isProduction, hasDemoLogins, host, publicUrl, databaseUrl }: Config): void {
  if (isProduction || hasDemoLogins) return
  const isLocal = (name: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(name)
  const because = [
    ...(isLocal(host) ? [] : [`HOST=${host}`]),
    ...(publicUrl === undefined || isLocal(new URL(publicUrl).hostname) ? [] : [`PUBLIC_URL=${publicUrl}`]),
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL']),
  ]
  if (because.length)
    throw new Error(
      `Because of ${because.join(' and ')}, you must set NODE_ENV=production; otherwise anyone can sign in with the demo accounts. To allow that, set DEMO_LOGINS=1.`,
    )
}

/** @throws Error naming what is missing: the variables work only together. */
function readPayment(v: z.output<typeof variables>): Config['payment'] {
  const { PAYMENT_URL, PAYMENT_STORE_URL, PAYMENT_USERNAME, PAYMENT_PASSWORD, PAYMENT_WEBHOOK_SECRET } = v
  const given = { PAYMENT_URL, PAYMENT_STORE_URL, PAYMENT_USERNAME, PAYMENT_PASSWORD, PAYMENT_WEBHOOK_SECRET }
  const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [name]))
  if (v.BILLING === 'off' || (missing.length === 5 && v.NODE_ENV !== 'production')) return undefined
  if (!PAYMENT_URL || !PAYMENT_STORE_URL || !PAYMENT_USERNAME || !PAYMENT_PASSWORD || !PAYMENT_WEBHOOK_SECRET)
    throw new Error(`The payment provider needs ${missing.join(', ')}, or BILLING=off. See docs/deploy.md, "Subscriptions".`)
  const bare = (url: string) => url.replace(/\/$/, '')
  return {
    url: bare(PAYMENT_URL),
    storeUrl: bare(PAYMENT_STORE_URL),
    username: PAYMENT_USERNAME,
    password: PAYMENT_PASSWORD,
    webhookSecret: PAYMENT_WEBHOOK_SECRET,
  }
}

/** @throws Error naming the variable, the file and what is wrong in it. */
function readPlans(file: string | undefined): PlanTable {
  if (!file) return DEFAULT_PLANS
  try {
    return planTable.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new Error(`${PLANS_FILE}: ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * The folder to unpack the browser to. If the process is root, the browser runs as a separate user, which must be able to reach the folder. In
 * production it is in `dataDir`, because a container image's own folders are not writable.
 */
function browserDir(isProduction: boolean, dataDir: string): string {
  if (process.getuid?.() === 0) return '/var/lib/seriatim/browser'
  return isProduction ? join(dataDir, 'browser') : join(root, 'node_modules/.cache/browser')
}

/**
 * Reads the setting for trusted proxies. A number is their count; `true` counts as 1, because if all proxies were trusted, a caller could choose its
 * own address.
 */
function readProxy(text: string | undefined): string | number | false {
  if (!text || text === '0' || text === 'false') return false
  if (text === 'true') return 1
  return /^\d+$/.test(text) ? Number(text) : text
}

/**
 * Reads the secret key from the data folder; creates it at the first start, readable only by the owner of the file. Used if SECRET_KEY is not set,
 * which production does not allow.
 */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    mkdirSync(dataDir, { recursive: true })
    const key = randomBytes(32).toString('hex')
    writeFileSync(file, key, { mode: 0o600, flag: 'wx' })
    return key
  }
}

/** Start of the links in emails and documents that jobs create: PUBLIC_URL, or this computer's own address if it is not set. */
export const linkBase = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string => publicUrl ?? `http://localhost:${port}`
