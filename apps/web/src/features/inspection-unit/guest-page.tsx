// The page is outside the shell, which normally loads these styles.
import '@mantine/core/styles/Divider.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { Box, Button, Group, MantineThemeProvider, Stack } from '@mantine/core'
import type { GuestPage as Guest } from '@seriatim/schema'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { partsTheme } from '../../shell/parts-theme.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { FactsCard } from '../../ui/list/facts-card.tsx'
import { Brand } from '../../ui/page/brand.tsx'
import { ThemeButton } from '../../ui/page/theme-button.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatLongDate, formatLongDateTime, formatSize, setZone } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { GuestShipmentFiles } from './guest-shipment.tsx'
import { UnitAnswersCard } from './unit-answers.tsx'
import { UnitOwners } from './unit-owners.tsx'

const calls = () => import('../../api/session/auth-calls.ts')

const OVER = 'This link no longer works. Ask the pharmacy for a new one.'

/** Page that a guest link opens without signing in. It shows one package, one pack or the documents of a shipment, and has no navigation. */
export default function GuestPage() {
  const [path] = useLocation()
  const token = path.split('/')[2] ?? ''
  const [found, setFound] = useState<Guest | 'over' | 'failed'>()
  useEffect(() => {
    let isLeft = false
    const open = async () => {
      const { inspectionLink, readAuthSentence } = await calls()
      const answer = await inspectionLink.openOne
        .mutate({ token })
        .catch((error: unknown) => (readAuthSentence(error) === OVER ? 'over' : 'failed'))
      if (isLeft) return
      // Without a session, the viewer's time zone is unknown. A package's page uses the zone of the package's location; any other page uses the
      // browser's zone.
      if (typeof answer === 'object')
        setZone(answer.kind === 'unit' ? answer.unit.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone)
      setFound(answer)
    }
    open().catch(() => setFound('failed'))
    return () => {
      isLeft = true
    }
  }, [token])
  useEffect(() => {
    document.title = 'Shared documents'
    // Tells search engines not to index the page. The server sends the same instruction as a header, but a proxy may drop that header.
    const robots = Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex, nofollow' })
    document.head.append(robots)
    return () => robots.remove()
  }, [])
  return (
    <MantineThemeProvider theme={partsTheme}>
      <Box maw={760} mx="auto" p={{ base: 'sm', sm: 'md' }}>
        <Group component="header" justify="space-between" mb="md">
          <Brand />
          <ThemeButton />
        </Group>
        <main>{found === undefined ? <p role="status">One moment</p> : <GuestContent found={found} token={token} />}</main>
      </Box>
    </MantineThemeProvider>
  )
}

function GuestContent({ found, token }: { found: Guest | 'over' | 'failed'; token: string }) {
  if (found === 'over' || found === 'failed')
    return (
      <>
        <h1>{found === 'over' ? 'This page is not available' : 'The page could not be opened'}</h1>
        <p role="alert">{found === 'over' ? OVER : 'Check your connection, and try again in a moment.'}</p>
      </>
    )
  return (
    <>
      <h1>{found.customerName}</h1>
      <Muted>
        {found.kind === 'shipment' ? 'Shipment documents' : 'Shown for an inspection, read only'}, until{' '}
        {formatLongDateTime(found.expiresAt)}.{' '}
        {found.kind === 'unit' && `Times are in ${found.unit.timeZone}, as of ${formatLongDateTime(found.unit.askedAt)}.`}
      </Muted>
      {found.kind === 'unit' ? (
        <Stack gap="lg" mt="md">
          <UnitAnswersCard unit={found.unit} />
          <UnitOwners unit={found.unit} isGuest />
        </Stack>
      ) : found.kind === 'shipment' ? (
        <GuestShipmentFiles shipment={found.shipment} token={token} />
      ) : (
        <GuestPack pack={found.pack} token={token} />
      )}
    </>
  )
}

function GuestPack({ pack: { name, bytes, sha256, keptUntil }, token }: { pack: Extract<Guest, { kind: 'pack' }>['pack']; token: string }) {
  return (
    <Stack gap="lg" mt="md">
      <h2>{name}</h2>
      <FactsCard
        facts={[
          { label: 'Size', value: formatSize(bytes) },
          { label: 'SHA-256', value: <Code groups={sha256.match(/.{1,8}/g) ?? []} wraps copy="fingerprint" /> },
          ...(keptUntil ? [{ label: 'Kept until', value: formatLongDate(keptUntil) }] : []),
        ]}
      />
      <Card label="The file">
        <CardBody>
          <Note title="You can verify this file without the pharmacy">
            Unzip it, open verify.html in any browser and drop the zip file on the page. It works offline and names every file that was
            changed.
          </Note>
          <Button
            style={{ alignSelf: 'flex-start' }}
            component="a"
            variant="filled"
            href={`/inspect/${encodeURIComponent(token)}/file`}
            download
            leftSection={<Glyph of={IconDownload} size={16} />}
          >
            Download
          </Button>
        </CardBody>
      </Card>
    </Stack>
  )
}
