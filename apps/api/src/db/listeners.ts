import type { Listeners } from './types.ts'

/** For connections of commands that announce nothing. An announcement throws, because no listener would receive it. */
export const NO_LISTENERS: Listeners = {
  glnAdded: missingListener,
  heldMedsChanged: missingListener,
  orderClosedShort: missingListener,
  counterTicketOpened: missingListener,
}

function missingListener(): never {
  throw new Error('This connection was opened without listeners.')
}
