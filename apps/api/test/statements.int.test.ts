import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ProcedurePath } from '../src/rest/types.ts'
import { appRouter } from '../src/router.ts'
import { ask } from './answers.ts'
import { openTestDb, type TestDb } from './harness.ts'
import { makeWorld, type Sample, type World } from './sample.ts'
import { makeSamples } from './samples.ts'

let t: TestDb
let world: World
let samples: ReadonlyMap<string, Sample>
beforeAll(async () => {
  t = await openTestDb()
  world = await makeWorld(t)
  samples = await makeSamples(world)
})
afterAll(() => t.close())

const queries = (Object.entries(appRouter._def.procedures) as unknown as [ProcedurePath, { _def: { type: string } }][]) // the router's own names
  .filter(([, { _def }]) => _def.type === 'query')
  .map(([path]) => path)
  .sort()

/** The harness looks whether the token that it keeps for somebody is still good. */
const isOfTheTest = ([query]: readonly unknown[]) => typeof query === 'string' && query.startsWith('select from session where token_hash')

/** Round trips to the database are what a call costs. What stands in the file is what a call has: more, or less, is told, and `-u` writes it down. */
test('each query sends as many statements as its line of statements.tsv says', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const lines: string[] = []
  for (const path of queries) {
    const sample = samples.get(path)
    const user = sample?.by ?? world.owner.staff
    const run = () => sample?.call?.(path, sample.input?.(), user) ?? ask(t.as(user), path, sample?.input?.())
    // The first call of a minute writes down that somebody is there.
    await run()
    await t.deps.calls.idle()
    sent.mockClear()
    await run()
    lines.push(`${path}\t${sent.mock.calls.filter((call) => !isOfTheTest(call)).length}`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('statements.tsv')
})
