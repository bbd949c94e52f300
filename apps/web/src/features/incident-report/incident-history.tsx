import { trpc } from '../../api/trpc.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'

/** Who did what about an incident, newest first, and what became of the mails. */
export function IncidentHistory({ incidentId }: { incidentId: number }) {
  const history = trpc.incidentReport.readManyHistory.useQuery({ incidentId })
  return (
    <section aria-labelledby="incident-history">
      <h3 id="incident-history">History</h3>
      <Loaded
        query={history}
        what="The history could not be loaded."
        meaning="What was reported is safe."
        waiting={<span className="skeleton incident-preview-wait" />}
      >
        {(entries) => (
          <ol className="incident-history">
            {entries.map(({ at, by, what, detail }) => (
              <li key={`${at} ${what} ${detail}`}>
                <time className="muted tabular" dateTime={at}>
                  {formatDateTime(at)}
                </time>
                <div className="words">
                  <b>{what}</b>
                  {detail && <p>{detail}</p>}
                  {by && (
                    <p className="muted">
                      {by.firstName} {by.lastName}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  )
}
