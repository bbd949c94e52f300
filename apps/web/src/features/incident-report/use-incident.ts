import { type Outputs, trpc } from '../../api/trpc.ts'
import { nextPollMs } from '../../ui/feedback/poll-interval.ts'

export type Incident = Outputs['incidentReport']['readOneById']

/** Reads an incident with its reports. Polls while one of its emails has not been sent yet. */
export function useIncident(incidentId: number | undefined) {
  return trpc.incidentReport.readOneById.useQuery(
    { incidentId: incidentId ?? 0 },
    {
      enabled: incidentId !== undefined,
      refetchInterval: ({ state }) => (state.data?.mails.some((mail) => mail.status === 'waiting') ? nextPollMs(state, 2000) : false),
    },
  )
}
