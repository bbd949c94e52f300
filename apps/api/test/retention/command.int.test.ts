import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatAmount } from '@seriatim/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { useRetentionKit } from './retention-kit.ts'

const t = useTestDb()
const kit = useRetentionKit(t)
let customer: TestCustomer
const children: ChildProcess[] = []
beforeAll(async () => {
  customer = await kit.ago(8, () => newCustomer(t))
  await kit.ago(7, async () => {
    for (let n = 0; n < 6; n += 1) await kit.addReceived(customer)
  })
  await kit.addReceived(customer)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
})

function start(...args: string[]): { child: ChildProcess; ended: Promise<{ code: number | null; said: string; complained: string }> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/operate/retention/retention.ts'), ...args], {
    // The tests keep stored files in `files` beside their data folder, so DATA_DIR is the parent folder of both.
    env: { ...process.env, DATABASE_URL: t.ownerUrl, DATA_DIR: dirname(t.config.dataDir), SECRET_KEY: t.config.secretKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let [said, complained] = ['', '']
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  child.stderr?.on('data', (chunk) => {
    complained += chunk
  })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said, complained })) }
}

const run = (...args: string[]) => start(...args).ended
const countOrders = async () => (await t.query('select from "order" where customer_id = $1', [customer.customerId])).length
const id = () => String(customer.customerId)

describe('the retention command', () => {
  test('reports without changing anything, exports the orders, and removes them all, even if it is killed during the removal and started again', async () => {
    const printed = await run()
    expect(printed).toMatchObject({ code: 0, complained: '' })
    expect(printed.said).toContain('May go: 6 orders, 18 packages, 6 files')
    expect(printed.said).toContain('Nothing was changed.')
    const exported = await run('--customer', id(), '--export', kit.folder)
    expect(exported).toMatchObject({ code: 0, complained: '' })
    const [file = ''] = await readdir(kit.folder)
    const path = join(kit.folder, file)
    expect(exported.said).toContain(`npm run retention -- --remove ${path}`)
    expect(await countOrders()).toBe(7)

    const killed = start('--remove', path)
    while (killed.child.exitCode === null && (await countOrders()) === 7) await new Promise((resolve) => setTimeout(resolve, 1))
    killed.child.kill('SIGKILL')
    await killed.ended
    // The database still completes statements that reached it before the kill, so wait until they have ended.
    const atWork = () =>
      t.query(`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`)
    await expect.poll(atWork, { timeout: 30_000 }).toEqual([])
    const left = await countOrders()
    expect(left).toBeLessThan(7)
    // An order is removed with all of its rows or not at all: no table may have rows of a removed order.
    for (const table of ['document_med', 'receipt', 'epcis_event', 'stock_lot', 'upload'])
      expect(
        await t.query(
          `select from "${table}" x where customer_id = $1 and not exists (select from "order" o where o.customer_id = $1 and o.id = x.document_id)`,
          [customer.customerId],
        ),
        table,
      ).toEqual([])
    expect(
      await t.query(
        'select from med m where customer_id = $1 and not exists (select from document_med d where d.customer_id = $1 and d.med_id = m.id)',
        [customer.customerId],
      ),
    ).toEqual([])
    expect(await t.query(`select from audit where customer_id = $1 and action = 'order.remove'`, [customer.customerId])).toHaveLength(
      7 - left,
    )

    const again = await run('--remove', path)
    expect(again).toMatchObject({ code: 0, complained: '' })
    expect(again.said).toContain(`Removed: ${formatAmount(left - 1, 'order')}`)
    expect(await countOrders()).toBe(1)
  })

  test('does not touch a database older than the program', async () => {
    const [last] = await t.query<{ name: string }>('select max(name) as name from migration')
    await t.query(`update migration set name = '0000-' || name where name = $1`, [last?.name])
    const printed = await run()
    await t.query(`update migration set name = $1 where name = '0000-' || $1`, [last?.name])
    expect(printed).toMatchObject({ code: 1, said: '', complained: expect.stringContaining('The database is older than this program.') })
  })

  test('explains an error in one sentence and exits with 1', async () => {
    expect(await run('--years', '5')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('records must be kept for 6 years or longer'),
    })
    expect(await run('--customer', '999')).toMatchObject({ code: 1, complained: expect.stringContaining('There is no customer 999.') })
    expect(await run('--remove', 'nowhere.zip')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('nowhere.zip cannot be read'),
    })
    expect(await run('--help')).toMatchObject({ code: 1, complained: expect.stringContaining('--keep ORDER') })
  })
})
