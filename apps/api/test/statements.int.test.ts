import { beforeAll, expect, test } from 'vitest'
import type { ProcedurePath } from '../src/http/rest/types.ts'
import { appRouter } from '../src/router.ts'
import { ask } from './answers.ts'
import { countWarmStatements } from './count-statements.ts'
import { useTestDb } from './fixtures.ts'
import { makeWorld, type Sample, type World } from './sample.ts'
import { makeSamples } from './samples.ts'

const t = useTestDb({ config: { sftpDoorPort: 0, host: '127.0.0.1' } })
let world: World
let samples: ReadonlyMap<string, Sample>
beforeAll(async () => {
  world = await makeWorld(t)
  samples = await makeSamples(world)
})

const queries = (Object.entries(appRouter._def.procedures) as unknown as [ProcedurePath, { _def: { type: string } }][]) // tRPC's type has no index signature
  .filter(([, { _def }]) => _def.type === 'query')
  .map(([path]) => path)
  .sort()

/**
 * Round trips to the database dominate a call's cost. The file statements.tsv has the current counts: the test fails if a count differs, and `-u`
 * records the new one.
 */
test('each API query sends as many SQL statements as statements.tsv lists for it', async () => {
  const lines: string[] = []
  for (const path of queries) {
    const sample = samples.get(path)
    const user = sample?.by ?? world.owner.staff
    const run = () => sample?.call?.(path, sample.input?.(), user) ?? ask(t.as(user), path, sample?.input?.())
    lines.push(`${path}\t${await countWarmStatements(t, run)}`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('statements.tsv')
})
