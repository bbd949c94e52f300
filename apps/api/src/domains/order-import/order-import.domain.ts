import { defineDomain } from '../domain.ts'
import { importJob } from './import.jobs.ts'

export const orderImport = defineDomain({
  name: 'order-import',
  jobs: [importJob],
})
