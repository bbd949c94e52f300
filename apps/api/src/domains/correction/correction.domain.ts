import { defineDomain } from '../domain.ts'
import { correctionRouter, uploadDecisionRouter } from './correction.router.ts'
import { linkEarlier } from './recognize.service.ts'

export const correction = defineDomain({
  name: 'correction',
  routers: { documentException: [correctionRouter], file: [uploadDecisionRouter] },
  listeners: { counterTicketOpened: linkEarlier },
})
