import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { downloadTo } from '../../outside/download.ts'
import { loadDrugs } from './drug-load.service.ts'

/** Loads the drug reference every Monday night from the URL or file in DRUG_REFERENCE_URL; does nothing if that variable is unset. */
export const drugsJob = defineJob({
  name: 'drugs.load',
  payload: z.unknown(),
  attempts: 3,
  lane: 'long',
  schedule: '41 4 * * 1',
  async run(_, { config, systemPool, clock, log, signal }) {
    const { drugReferenceUrl: from } = config
    if (!from) return
    const dir = await mkdtemp(join(tmpdir(), 'seriatim-drugs-'))
    try {
      const path = /^https?:/.test(from) ? await downloadTo(from, join(dir, 'ndc'), signal) : from
      const outcome = await loadDrugs(systemPool, [path], { source: 'fda', now: clock.now() })
      log.info({ ...outcome }, 'drug reference loaded')
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  },
})
