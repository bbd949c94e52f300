import './home.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSession } from '../../api/session.ts'
import { isAvailable } from '../../shell/menu.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { useWarnings } from '../../shell/use-menu-badges.ts'
import { dayOf, formatLongDay } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Page } from '../../ui/page.tsx'
import { AccessReviewDue } from './access-review-due.tsx'
import { AdminTiles } from './admin-tiles.tsx'
import { IncidentsOnTheClock } from './incidents-on-the-clock.tsx'
import { OnHold } from './on-hold.tsx'
import { PapersDue } from './papers-due.tsx'
import { RecallsToHandle } from './recalls-to-handle.tsx'
import { ToReceive } from './to-receive.tsx'
import { UploadsToLookAt } from './uploads-to-look-at.tsx'

/** The tiles of the specified menu; one is shown when its screen exists. */
const tiles = [
  { path: '/searchmeds', label: 'My Pedigrees', words: 'Find a package by serial, NDC, name or lot' },
  { path: '/inputmeds', label: 'Create A Pedigree', words: 'Scan or type a package that came without a file' },
  { path: '/sendapedigree', label: 'Send a Pedigree', words: "Email a package's history" },
  { path: '/reportanincident', label: 'Report An Incident', words: 'Form 3911 for a suspect product' },
  { path: '/incidenttracker', label: 'Incident Tracker', words: 'What was reported, and what came back' },
  { path: '/exceptions', label: 'Document Exceptions', words: 'Files that need fixing' },
] as const

export default function HomePage() {
  const customer = useSession()?.user?.customer
  const { current } = useLocationScope()
  const warnings = useWarnings()
  const place = [customer?.name, current?.name].filter(Boolean).join(', ')
  return (
    <Page
      title="Home"
      lede={`${formatLongDay(dayOf(new Date()))}. ${place}.`}
      actions={
        <Button component={Link} href="/orderupload" variant="filled" leftSection={<Glyph of={IconUpload} size={16} />}>
          Upload An Order
        </Button>
      }
    >
      <div className="home-columns">
        <div>
          <IncidentsOnTheClock />
          <RecallsToHandle />
          <ToReceive />
          <OnHold />
          <UploadsToLookAt />
          <PapersDue />
          <AccessReviewDue />
        </div>
        <div>
          <nav className="tiles" aria-labelledby="home-pedigree">
            <h2 id="home-pedigree">E-Pedigree</h2>
            <ul className="card">
              {tiles
                .filter((tile) => isAvailable(tile.path))
                .map((tile) => (
                  <li key={tile.path}>
                    <Link href={tile.path}>
                      <b>{tile.label}</b>
                      <span className="muted">{tile.words}</span>
                      {tile.path === '/incidenttracker' && warnings > 0 && (
                        <span className="stop tile-warning">
                          <Glyph of={IconAlertTriangle} size={16} />{' '}
                          {`You currently have ${warnings} notification(s) without an incident number`}
                        </span>
                      )}
                    </Link>
                  </li>
                ))}
            </ul>
          </nav>
          <nav className="tiles" aria-labelledby="home-pharmacy">
            <h2 id="home-pharmacy">Your Pharmacy</h2>
            <ul className="card">
              <li>
                <Link href="/reports">
                  <b>Reports</b>
                  <span className="muted">Ready to hand to an inspector</span>
                </Link>
              </li>
            </ul>
          </nav>
          <AdminTiles />
        </div>
      </div>
    </Page>
  )
}
