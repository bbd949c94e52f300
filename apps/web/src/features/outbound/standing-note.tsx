import type { Shipment } from '@seriatim/schema'
import { Note } from '../../ui/layout/note.tsx'

/** Warns of a license that is missing, expired or about to expire; renders nothing if all is well. */
export function StandingNote({ shipment: { standing, toName } }: { shipment: Shipment }) {
  if (!standing || standing.standing === 'authorized') return null
  if (standing.standing === 'refused')
    return (
      <Note meaning="stop" title={`${toName}: ${standing.words}`}>
        Nothing can be sent to this partner today. On the partner’s page, add a license that is valid today.
      </Note>
    )
  return (
    <Note meaning="attention" title={`${toName}: ${standing.words}`}>
      {standing.standing === 'unknown' ? 'You may only send to authorized trading partners. Add their license before you send.' : undefined}
    </Note>
  )
}
