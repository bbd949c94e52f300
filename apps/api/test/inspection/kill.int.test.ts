import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { days } from '../sample.ts'
import { readStoredPack, rowsOf } from './read-pack.ts'

const t = useTestDb()
const c = useCustomer(t)
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) await kill(child)
})

function startProcess(): ChildProcess {
  const env = {
    ...process.env,
    DATABASE_URL: t.ownerUrl,
    DATA_DIR: t.config.dataDir,
    FILES_DIR: join(dirname(t.config.dataDir), 'files'),
    SECRET_KEY: t.config.secretKey,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../jobs/worker-process.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function until(what: string, check: () => Promise<boolean>, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('if the process is killed while it builds a pack, the pack is built again, completely and only once', async () => {
  const orders = 6
  for (let at = 0; at < orders; at += 1) await addOrder(c, { meds: 500, perCase: 20, casesPerPallet: 50 })
  const { id } = await t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'FDA', parts: ['transactions', 'receipts'] })
  const pack = async () => (await t.as(c.admin).inspection.readMany()).packs.find((one) => one.id === id)
  const first = startProcess()
  await until('an order to be read', async () => (await pack())?.phase.startsWith('Reading order') ?? false)
  await kill(first)
  expect((await pack())?.state).toBe('building')
  startProcess()
  await until('the pack to be ready', async () => (await pack())?.state === 'ready')
  const texts = await readStoredPack(t, c.customerId, id)
  expect(rowsOf(texts, '04-ti/orders.csv')).toHaveLength(orders)
  expect([...texts.keys()].filter((name) => name.endsWith('/packages.csv'))).toHaveLength(orders)
}, 150_000)
