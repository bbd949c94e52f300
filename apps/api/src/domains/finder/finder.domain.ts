import { defineDomain } from '../domain.ts'
import { finderRouter } from './finder.router.ts'

export const finder = defineDomain({
  name: 'finder',
  routers: { finder: [finderRouter] },
})
