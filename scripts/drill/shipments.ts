import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { checkDigit } from '@seriatim/gs1'
import { startMailServer } from '../../apps/api/test/outside/mail-server.ts'
import { describeWrong, type Findings, pause, waitUntil } from './findings.ts'
import { makeForm, waitForQueue } from './ledger.ts'
import { type Stage, withStage } from './stage.ts'

/** The time between two kills is random, up to this maximum. */
const LONGEST_MS = 3000
const MEDS = 2000
/** The drill voids every nth shipment that the product acknowledged, where n is this number. */
const VOID_EVERY = 4

interface Partner {
  tradingPartnerId: number
  addressId: number
  place: { gln: string; sgln: string }
}

/** Shipments that the product acknowledged. */
interface ShipmentLedger {
  begun: number
  sent: number[]
  voided: number[]
  serials: string[]
}

/**
 * Kills the program while packages are shipped: scanned, sent, emailed, delivered to the partner's HTTPS endpoint, and voided. Then checks that stock,
 * documents, emails and deliveries agree.
 */
export async function drillShipments({ times }: { times: number }): Promise<Findings> {
  const mails = await startMailServer()
  const endpoint = await startEndpoint()
  try {
    return await withStage(
      { env: () => ({ SMTP_URL: `smtp://127.0.0.1:${mails.port}/?ignoreTLS=true`, LOCAL_RECEIVERS: '1' }) },
      async (stage) => {
        const done: ShipmentLedger = { begun: 0, sent: [], voided: [], serials: await receiveGoods(stage) }
        const partner = await addPartner(stage, endpoint.url)
        for (let kill = 0; kill < times; kill += 1) {
          const work = keepShipping(stage, partner, done)
          // The `await` below reports a failure; this call only keeps the promise from counting as unhandled until then.
          work.catch(() => undefined)
          await pause(Math.random() * LONGEST_MS)
          await stage.product.kill()
          await work
          await stage.query('delete from mail_budget')
          await stage.product.start()
          if (kill % 10 === 9) console.log(`${kill + 1} kills, ${done.sent.length} shipments, ${done.voided.length} voided`)
        }
        // Waits for up to 15 minutes: an interrupted delivery is attempted again after ten minutes, when the interrupted attempt has certainly ended.
        const settled = await waitUntil('documents, emails and deliveries', () => isSettled(stage), 900)
        const compared = await compare(stage, done, endpoint.received, mails.taken)
        return {
          ...compared,
          figures: { 'kills of the whole program': times, ...compared.figures, 'ms until all was delivered after the last kill': settled },
        }
      },
    )
  } finally {
    endpoint.server.closeAllConnections()
    endpoint.server.close()
    await mails.close()
  }
}

/** Starts an endpoint that accepts every document. `received`: how often each body came, by its SHA-256. */
async function startEndpoint(): Promise<{ server: Server; url: string; received: Map<string, number> }> {
  const received = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const hash = createHash('sha256')
      .update(await buffer(request))
      .digest('hex')
    if (request.method === 'POST') received.set(hash, (received.get(hash) ?? 0) + 1)
    response.writeHead(202).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/epcis`, received } // a server that listens on TCP has this kind of address
}

async function call<T>({ product, token }: Stage, procedure: string, json: object): Promise<T> {
  const { text } = await product.call('POST', `/trpc/${procedure}`, { token, body: JSON.stringify({ json }) })
  return (JSON.parse(text) as { result: { data: { json: T } } }).result.data.json // tRPC's answer format
}

/** Uploads and receives one order. @returns the serial numbers of its packages. */
async function receiveGoods(stage: Stage): Promise<string[]> {
  const { product, token, query } = stage
  await product.call('POST', '/api/v1/file/upload/order?wait=0', { token, body: makeForm('DRILL-GOODS', MEDS) })
  await waitForQueue(stage)
  const [order] = await query<{ id: number }>('select max(id)::int as id from "order"')
  await product.call('PUT', '/api/v1/update/receive/all/by/documentid', { token, body: JSON.stringify({ documentId: order?.id }) })
  const meds = await query<{ serial: string }>(
    `select m.serial_number as serial from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
     where d.document_id = $1 and not d.is_package order by d.line`,
    [order?.id],
  )
  return meds.map(({ serial }) => serial)
}

async function addPartner(stage: Stage, url: string): Promise<Partner> {
  const [state] = await stage.query<{ id: number }>("select id::int as id from state where code = 'KY'")
  const place = { gln: `039997000001${checkDigit('039997000001')}`, sgln: 'urn:epc:id:sgln:039997.000001.0' }
  const { id, addresses } = await call<{ id: number; addresses: { id: number }[] }>(stage, 'tradingPartner.createOne', {
    name: 'Drill Pharmacy',
    type: 'both',
    business: 'dispenser',
    globalLocationNumbers: [{ globalLocationNumber: place.gln }],
    addresses: [{ addressLineOne: '1 Main Street', city: 'Louisville', stateId: state?.id, postalCode: '40218', addressType: 'physical' }],
  })
  const license = { kind: 'dispenser', number: 'KY-1', stateId: state?.id, validFrom: '2020-01-01' }
  await call(stage, 'tradingPartner.createOneLicense', { tradingPartnerId: id, ...license })
  await call(stage, 'tradingPartner.createOneEndpoint', { kind: 'https', tradingPartnerId: id, url, secretKind: 'none', secret: '' })
  return { tradingPartnerId: id, addressId: addresses[0]?.id ?? 0, place }
}

/** Ships one package after the other until the server has been killed. */
async function keepShipping(stage: Stage, { place, ...partner }: Partner, done: ShipmentLedger): Promise<void> {
  try {
    const { locations } = await readChoices(stage)
    const location = locations.find(({ glns }) => glns.length > 0)
    const gln = location?.glns[0]?.gln ?? ''
    const from = { gln, sgln: `urn:epc:id:sgln:${gln.slice(0, 6)}.${gln.slice(6, 12)}.0` }
    for (;;) {
      const serial = done.serials[done.begun]
      if (serial === undefined) return
      done.begun += 1
      const asked = { purpose: 'sale', locationId: location?.id, from, ...partner, owner: place, shipTo: place }
      const { id: shipmentId } = await call<{ id: number }>(stage, 'shipment.createOne', asked)
      await call(stage, 'shipment.createOneUnit', { shipmentId, code: serial })
      await call(stage, 'shipment.updateOneSend', { shipmentId, mailTo: mailOf(shipmentId), deliver: true })
      done.sent.push(shipmentId)
      if (done.sent.length % VOID_EVERY > 0) continue
      await call(stage, 'shipment.updateOneVoid', { shipmentId, reason: 'Wrong store' })
      done.voided.push(shipmentId)
    }
  } catch (error) {
    // A call may fail after the drill has killed the server, but not before.
    if (!stage.product.isKilled) throw error
  }
}

async function readChoices({ product, token }: Stage) {
  const { text } = await product.call('GET', '/trpc/shipment.readOneChoices', { token })
  interface Choices {
    locations: { id: number; glns: { gln: string }[] }[]
  }
  return (JSON.parse(text) as { result: { data: { json: Choices } } }).result.data.json // tRPC's answer format
}

const mailOf = (shipmentId: number) => `shipment.${shipmentId}@mail.tst`

async function isSettled({ query }: Stage): Promise<boolean> {
  const waiting = await query(
    `select from shipment where papers = 'queued' union all select from mail where status = 'waiting'
     union all select from shipment_delivery where state = 'waiting' limit 1`,
  )
  return waiting.length === 0
}

interface Found {
  sent: number[]
  voided: number[]
  /** Number of sent shipments that lack a document. */
  withoutDocuments: number
  departedTwice: number
  /** Number of meds that left with a shipment but are not marked as gone, or the reverse. */
  wrongStock: number
  failed: number
  documents: { id: number; sha256: string }[]
  told: number
}

async function compare(
  { query }: Stage,
  done: ShipmentLedger,
  received: ReadonlyMap<string, number>,
  taken: ReadonlyMap<string, number>,
): Promise<Findings> {
  const [found] = await query<Found>(
    `select (select coalesce(array_agg(id::int), '{}') from shipment where state in ('sent', 'voided')) as sent,
       (select coalesce(array_agg(id::int), '{}') from shipment where state = 'voided') as voided,
       (select count(*)::int from shipment s where s.state in ('sent', 'voided') and (s.papers <> 'ready' or (select count(*) from shipment_document d
         where d.customer_id = s.customer_id and d.shipment_id = s.id and (d.kind <> 'void' or s.state = 'voided')) < case s.state when 'voided' then 4 else 3 end))
         as "withoutDocuments",
       (select count(*)::int from (select from departure where back_at is null group by customer_id, med_id having count(*) > 1) x) as "departedTwice",
       (select count(*)::int from shipment_med x join shipment s on s.customer_id = x.customer_id and s.id = x.shipment_id
         where (s.state = 'sent') <> exists (select from departure g where g.customer_id = x.customer_id and g.shipment_id = s.id and g.med_id = x.med_id
           and g.back_at is null)) as "wrongStock",
       (select count(*)::int from shipment_delivery where state = 'failed') as failed,
       (select coalesce(json_agg(json_build_object('id', s.id, 'sha256', d.sha256)), '[]') from shipment s join shipment_document d
         on d.customer_id = s.customer_id and d.shipment_id = s.id and d.kind = 'epcis') as documents,
       (select count(*)::int from audit where action = 'shipment.send') as told`,
  )
  if (!found) throw new Error('The database said nothing.')
  const [sent, voided] = [new Set(found.sent), new Set(found.voided)]
  const kept = done.sent.filter((id) => !voided.has(id))
  const hashes = new Map(found.documents.map(({ id, sha256 }) => [id, sha256]))
  const mailed = kept.map((id) => taken.get(mailOf(id)) ?? 0)
  return {
    figures: {
      'shipments acknowledged': done.sent.length,
      'shipments sent': found.sent.length,
      'voids acknowledged': done.voided.length,
      'shipments voided': found.voided.length,
      'documents that reached the endpoint more than once': [...received.values()].filter((count) => count > 1).length,
      'shipments whose email arrived twice': mailed.filter((count) => count > 1).length,
    },
    wrong: describeWrong([
      [done.sent.filter((id) => !sent.has(id)).length, 'shipments were acknowledged and were not sent'],
      [done.voided.filter((id) => !voided.has(id)).length, 'voids were acknowledged and are not there'],
      [found.withoutDocuments, 'shipments lack a document'],
      [found.departedTwice, 'packages left twice'],
      [found.wrongStock, 'packages are in stock although they left, or the reverse'],
      [found.failed, 'deliveries failed'],
      [kept.filter((id) => !received.has(hashes.get(id) ?? '')).length, 'EPCIS documents never reached the endpoint'],
      [mailed.filter((count) => count === 0).length, 'emails never arrived'],
      [Math.abs(found.told - found.sent.length), 'shipments differ from what the audit trail tells'],
    ]),
  }
}
