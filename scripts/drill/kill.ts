import { createSecrets } from '../../apps/api/src/core/secrets.ts'
import { verifyTrails } from '../../apps/api/src/operate/backup/trail-check.ts'
import { startMailServer } from '../../apps/api/test/outside/mail-server.ts'
import { describeWrong, type Findings, pause, waitUntil } from './findings.ts'
import { Actions, REPLY_ENV } from './kill-actions.ts'
import { Purchases } from './kill-purchases.ts'
import { compareLedger, findOpenOrder, Ledger, makeForm, waitForQueue } from './ledger.ts'
import type { Product } from './product.ts'
import { SECRET_KEY, type Stage, withStage } from './stage.ts'

/** Maximum random delay between two kills. */
const LONGEST_MS = 8000
/** Uploads pause while this many are being read, because a process that is killed after a few seconds would never finish them all. */
const MOST_WAITING = 20
/** The drill sends one email in every `MAIL_EVERY` rounds of upload and receipt. */
const MAIL_EVERY = 4
/** Every nth kill of the server also kills the database, where n is this number. */
const DATABASE_EVERY = 3

/**
 * Kills the server again and again, and every third time the database as well, while clients work: they upload, receive, undo and hold orders, ask
 * about packages, attach files, buy plans, and send and get emails. Then checks that everything the server acknowledged is still there.
 */
export async function drillKills({ times }: { times: number }): Promise<Findings> {
  const mails = await startMailServer()
  const purchases = await Purchases.open()
  const env = () => ({ SMTP_URL: `smtp://127.0.0.1:${mails.port}/?ignoreTLS=true`, ...REPLY_ENV, ...purchases.env() })
  try {
    return await withStage({ env }, async (stage) => {
      const done = new Ledger()
      const invited: string[] = []
      const actions = new Actions(stage)
      for (let kill = 0; kill < times; kill += 1) {
        const work = workOn(stage, { done, invited, actions, purchases })
        // Prevents an "unhandled rejection" if the work fails before the `await` below, which then reports the failure.
        work.catch(() => undefined)
        await pause(Math.random() * LONGEST_MS)
        await stage.product.kill()
        await work
        if (kill % DATABASE_EVERY === DATABASE_EVERY - 1) {
          await stage.killDatabase()
          await stage.startDatabase()
        }
        // Resets the daily email limit, which must not get in the way of this drill.
        await stage.query('delete from mail_budget')
        await stage.query("select graphile_worker.add_job('audit.seal', '{\"input\":{}}'::json)")
        await stage.product.start()
        if (kill % 10 === 9) console.log(`${kill + 1} kills, ${done.uploads.length} uploads, ${invited.length} mails`)
      }
      const read = await waitForQueue(stage)
      const left = await waitUntil(
        'mails to leave',
        async () => (await stage.query("select from mail where status = 'waiting' limit 1")).length === 0,
      )
      const mailed = compareMails(invited, mails.taken)
      const compared = await compareLedger(stage, done)
      const dealt = await actions.compare()
      const bought = await purchases.compare(stage)
      const trail = await verifyTrails(stage.database().ownerUrl, createSecrets(SECRET_KEY))
      return {
        figures: {
          'kills of the whole program': times,
          'of these with the database': Math.floor(times / DATABASE_EVERY),
          ...compared.figures,
          ...dealt.figures,
          ...bought.figures,
          ...mailed.figures,
          'seals of the audit trail': trail.seals,
          'ms until all was read after the last kill': read,
          'ms until all mails had left then': left,
        },
        wrong: [
          ...compared.wrong,
          ...dealt.wrong,
          ...bought.wrong,
          ...mailed.wrong,
          ...trail.broken.map(({ customerId }) => `The audit trail of customer ${customerId} is broken.`),
        ],
      }
    })
  } finally {
    await purchases.close()
    await mails.close()
  }
}

/**
 * Compares the invitations with the emails that arrived. If the sender is killed after a mail server accepted an email but before the sender recorded
 * that, the email goes out again, because SMTP offers no way to ask. So the guarantee is that nothing is lost and that there is at most one duplicate
 * per kill.
 */
function compareMails(invited: readonly string[], taken: ReadonlyMap<string, number>): Findings {
  const counts = invited.map((address) => taken.get(address) ?? 0)
  return {
    figures: {
      'mails acknowledged': invited.length,
      'mails that arrived': counts.filter((count) => count > 0).length,
      'mails that arrived twice, killed between SMTP and its record': counts.filter((count) => count === 2).length,
    },
    wrong: describeWrong([
      [counts.filter((count) => count === 0).length, 'mails were acknowledged and never arrived'],
      [counts.filter((count) => count > 2).length, 'mails arrived more than twice'],
    ]),
  }
}

interface KillWork {
  done: Ledger
  invited: string[]
  actions: Actions
  purchases: Purchases
}

/** Uploads an order, receives whatever is open, acts on it, invites somebody, and repeats until the server has been killed. */
async function workOn(stage: Stage, { done, invited, actions, purchases }: KillWork): Promise<void> {
  const { product, token } = stage
  try {
    for (;;) {
      await waitUntil('uploads to be read', () => hasRoom(stage))
      const number = done.next()
      await product.call('POST', '/api/v1/file/upload/order?wait=0', { token, body: makeForm(number) })
      done.uploads.push(number)
      const id = await findOpenOrder(stage)
      if (id !== undefined) {
        await product.call('PUT', '/api/v1/update/receive/all/by/documentid', { token, body: JSON.stringify({ documentId: id }) })
        done.receipts.push(id)
        await actions.doOn(id)
        await purchases.buy(stage)
      }
      if (done.attempts % MAIL_EVERY === 0) invited.push(await invite(product, token, `drill.${done.attempts}@mail.tst`))
    }
  } catch (error) {
    // No answer is expected from a killed server, but a refusal is an error.
    if (!product.isKilled) throw error
  }
}

async function hasRoom({ query, product }: Stage): Promise<boolean> {
  return product.isKilled || (await query("select from upload where status = 'processing'")).length < MOST_WAITING
}

/** Invites a new person, who gets an email. */
async function invite(product: Product, token: string, emailAddress: string): Promise<string> {
  const body = JSON.stringify({ emailAddress, firstName: 'Dana', lastName: 'Drill' })
  await product.call('POST', '/api/v1/user/create/one', { token, body })
  return emailAddress
}
