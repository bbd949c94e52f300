import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { sendTemporaryPassword } from './sign-in/auth.service.ts'

export const recoverJob = defineJob({
  name: 'auth.recover',
  payload: z.object({ emailAddress: z.string() }),
  attempts: 5,
  run: ({ emailAddress }, deps) => sendTemporaryPassword(deps, emailAddress),
})
