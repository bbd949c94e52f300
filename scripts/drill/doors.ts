import { once } from 'node:events'
import { createServer } from 'node:net'
import { connectLibrary } from '../../apps/api/test/intake/sftp-clients.ts'
import { zipOf } from '../../apps/api/test/make-zip.ts'
import { describeWrong, type Findings, pause, waitUntil } from './findings.ts'
import { REPLY_ENV } from './kill-actions.ts'
import { makeOrderText, waitForQueue } from './ledger.ts'
import { type Stage, withStage } from './stage.ts'

/** Maximum random delay before the drill kills the program again. */
const LONGEST_MS = 4000
const MEDS = 40
/** Each door pauses while this many files are being read, because a process that is killed after a few seconds would never finish them all. */
const MOST_WAITING = 40
/** One in this many files is sent again through another door, as if the supplier did not know of the first delivery. */
const AGAIN_EVERY = 5

/** One in this many deliveries through each door is a zip of two documents. */
const ZIP_EVERY = 4

interface Package {
  /** Purchase order numbers of the documents in the file. */
  numbers: string[]
  filename: string
  type: string
  bytes: Buffer
}
/** @param id identifies this delivery; an email has it in its headers. */
type Deliver = (id: string, file: Package) => Promise<void>

/** What the drill has sent through one door: the files that were acknowledged, and the file that is sent again because no answer came. */
interface DoorLedger {
  name: string
  deliver: Deliver
  sent: number
  pending: Package | undefined
  acknowledged: string[]
}

/**
 * Kills the program while files arrive through the HTTPS door, EPCIS capture, email, SFTP and upload. A file that gets no answer is sent again, as
 * any client would do. Then checks that each acknowledged file became exactly one order.
 */
export async function drillDoors({ times }: { times: number }): Promise<Findings> {
  const sftpPort = await findFreePort()
  return withStage({ env: () => ({ ...REPLY_ENV, SFTP_DOOR_PORT: String(sftpPort) }) }, async (stage) => {
    const doors = await openDoors(stage, sftpPort)
    for (let kill = 0; kill < times; kill += 1) {
      const work = Promise.all(doors.map((door, index) => keepDelivering(stage, door, doors[(index + 1) % doors.length] ?? door)))
      // The `await` below reports a failure; this call only keeps the promise from counting as unhandled until then.
      work.catch(() => undefined)
      await pause(Math.random() * LONGEST_MS)
      await stage.product.kill()
      await work
      await stage.product.start()
      if (kill % 10 === 9)
        console.log(`${kill + 1} kills, ${doors.map(({ name, acknowledged }) => `${acknowledged.length} ${name}`).join(', ')}`)
    }
    for (const door of doors) await deliverNext(door)
    const read = await waitForQueue(stage)
    const compared = await compareDoors(stage, doors)
    return {
      ...compared,
      figures: { 'kills of the whole program': times, ...compared.figures, 'ms until all was read after the last kill': read },
    }
  })
}

async function openDoors({ product, token }: Stage, sftpPort: number): Promise<DoorLedger[]> {
  const call = async <T>(procedure: string, json: object): Promise<T> => {
    const { text } = await product.call('POST', `/trpc/${procedure}`, { token, body: JSON.stringify({ json }) })
    return (JSON.parse(text) as { result: { data: { json: T } } }).result.data.json // tRPC's answer format
  }
  const made = { locationId: null, tradingPartnerId: null }
  const { token: https } = await call<{ token: string }>('intake.createOneDoor', { name: 'Drill', ...made })
  const { address } = await call<{ address: string }>('intake.createOneMailDoor', { name: 'Drill by email', senders: [], ...made })
  const sftp = await call<{ user: string; password: string }>('intake.createOneSftpDoor', {
    ...{ name: 'Drill by SFTP', publicKeys: [], hasPassword: true },
    ...made,
  })
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, contentType: string, as = https) =>
    product.call('POST', path, { token: as, body, contentType }).then(() => undefined)
  const ways: [string, Deliver][] = [
    ['by HTTPS', (_, { bytes, type }) => post('/api/v2/intake', new Uint8Array(bytes), type)],
    ['by capture', (_, { bytes, type }) => post('/epcis/capture', new Uint8Array(bytes), type)],
    ['by email', (id, file) => post('/webhooks/mail', mailOf(address, id, file), 'message/rfc822', REPLY_ENV.REPLY_SECRET)],
    ['by SFTP', (id, file) => putBySftp({ port: sftpPort, ...sftp }, id, file)],
    [
      'by upload',
      async (_, { bytes, type, filename }) => {
        const form = new FormData()
        form.set('file', new Blob([new Uint8Array(bytes)], { type }), filename)
        await product.call('POST', '/api/v1/file/upload/order?wait=0', { token, body: form })
      },
    ],
  ]
  return ways.map(([name, deliver]) => ({ name, deliver, sent: 0, pending: undefined, acknowledged: [] }))
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.')
  return address.port
}

/** Puts the file under a temporary name and renames it, as most clients do. */
async function putBySftp(target: { port: number; user: string; password: string }, id: string, { bytes }: Package): Promise<void> {
  const client = await connectLibrary(target)
  try {
    await client.put(bytes, `${id}.tmp`)
    await client.rename(`${id}.tmp`, id)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function mailOf(to: string, id: string, { bytes, type, filename }: Package): string {
  const head = ['From: drill@north.tst', `To: ${to}`, 'Subject: Order', `Message-ID: <${id}@north.tst>`]
  const base64 = bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  const part = `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=${filename}\r\n\r\n${base64}\r\n`
  return `${[...head, 'Content-Type: multipart/mixed; boundary=b'].join('\r\n')}\r\n\r\n--b\r\n${part}--b--\r\n`
}

const sentNumbers = new Set<string>()

async function makePackage({ name }: DoorLedger, at: number): Promise<Package> {
  const number = `DOOR-${name.replaceAll(' ', '-')}-${at}`
  const isZip = at % ZIP_EVERY === 0 && name !== 'by capture'
  const numbers = isZip ? [`${number}-A`, `${number}-B`] : [number]
  for (const one of numbers) sentNumbers.add(one)
  const texts = Object.fromEntries(numbers.map((one) => [`${one}.xml`, makeOrderText(one, MEDS)]))
  if (isZip) return { numbers, filename: `${number}.zip`, type: 'application/zip', bytes: await zipOf(texts) }
  return { numbers, filename: `${number}.xml`, type: 'application/xml', bytes: Buffer.from(Object.values(texts).join('')) }
}

/** Delivers the next file, or the last file again if its delivery got no answer. */
async function deliverNext(door: DoorLedger): Promise<Package> {
  if (door.pending === undefined) {
    door.sent += 1
    door.pending = await makePackage(door, door.sent)
  }
  const file = door.pending
  await door.deliver(file.filename, file)
  door.acknowledged.push(...file.numbers)
  door.pending = undefined
  return file
}

/** Delivers one file after the other until the server has been killed. */
async function keepDelivering(stage: Stage, door: DoorLedger, other: DoorLedger): Promise<void> {
  const { product, query } = stage
  const hasRoom = async () => product.isKilled || (await query("select from upload where status = 'processing'")).length < MOST_WAITING
  try {
    while (!product.isKilled) {
      await waitUntil('files to be read', hasRoom)
      const file = await deliverNext(door)
      // A zip of two documents is not sent again through the capture door, because a capture takes a single document.
      const mayRepeat = file.numbers.length === 1 || other.name !== 'by capture'
      if (mayRepeat && door.sent % AGAIN_EVERY === 0) await other.deliver(`again-${file.filename}`, file)
    }
  } catch (error) {
    // No answer is expected from a killed server, but a refusal is an error.
    if (!product.isKilled) throw error
  }
}

interface Found {
  numbers: string[]
  wrongOrders: number
  sameNumber: number
  sameSerial: number
  faults: number
  waiting: number
  sameDelivery: number
  sameMail: number
  unrecorded: number
  deliveries: number
}

async function compareDoors({ query }: Stage, doors: readonly DoorLedger[]): Promise<Findings> {
  const [found] = await query<Found>(
    `select (select coalesce(array_agg(o.purchase_order_numbers[1]), '{}') from "order" o) as numbers,
       (select count(*)::int from "order" o where (select count(*) from document_med d where d.customer_id = o.customer_id and d.document_id = o.id
          and not d.is_package) <> $1) as "wrongOrders",
       (select count(*)::int from (select from "order" group by purchase_order_numbers having count(*) > 1) x) as "sameNumber",
       (select count(*)::int from (select from med group by customer_id, gtin, serial_number having count(*) > 1) x) as "sameSerial",
       (select count(*)::int from upload where status in ('exception', 'stopped', 'refused')) as faults,
       (select count(*)::int from upload where status = 'processing') as waiting,
       (select count(*)::int from (select from inbound_message where door_id is not null group by door_id, sha256, capture having count(*) > 1) x) as "sameDelivery",
       (select count(*)::int from (select from intake_mail group by door_id, message_id having count(*) > 1) x) as "sameMail",
       (select count(*)::int from upload u where not exists (select from inbound_message m where m.customer_id = u.customer_id and m.upload_id = u.id)) as unrecorded,
       (select count(*)::int from inbound_message) as deliveries`,
    [MEDS],
  )
  if (!found) throw new Error('The database said nothing.')
  const orders = new Set(found.numbers)
  const lost = doors.flatMap(({ acknowledged }) => acknowledged.filter((number) => !orders.has(number)))
  return {
    figures: {
      ...Object.fromEntries(doors.map(({ name, acknowledged }) => [`files acknowledged ${name}`, acknowledged.length])),
      'deliveries recorded': found.deliveries,
      'orders on file': found.numbers.length,
    },
    wrong: describeWrong([
      [lost.length, 'files were acknowledged and are no orders'],
      [found.numbers.filter((number) => !sentNumbers.has(number)).length, 'orders come from no file'],
      [found.wrongOrders, 'orders do not have all of their meds'],
      [found.sameNumber, 'orders are there twice'],
      [found.sameSerial, 'serial numbers are there twice'],
      [found.faults, 'files were given up'],
      [found.waiting, 'files still wait'],
      [found.sameDelivery, 'deliveries of one door are there twice'],
      [found.sameMail, 'emails are there twice'],
      [found.unrecorded, 'uploads have no delivery'],
    ]),
  }
}
