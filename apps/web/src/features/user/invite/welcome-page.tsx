import { Box, Button, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { useSession } from '../../../api/session/session.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { Muted } from '../../../ui/text/text.tsx'

const steps: readonly { href: string; label: string; words: string }[] = [
  {
    href: '/orders',
    label: 'My Orders',
    words: 'Orders list what your suppliers say they shipped. Open one and scan its packages to receive it.',
  },
  {
    href: '/orderupload',
    label: 'Upload An Order',
    words: 'Drop a supplier’s file here, and we will tell you in plain words what is wrong with it.',
  },
  {
    href: '/searchmeds',
    label: 'My Pedigrees',
    words: 'Find any package again by serial number, lot, NDC or name, with the search box at the top of every page.',
  },
  {
    href: '/reportanincident',
    label: 'Report An Incident',
    words: 'Does a package look wrong? Put it on hold and tell the FDA and the supplier from here.',
  },
  {
    href: '/settings/security',
    label: 'Sign-in and security',
    words: 'Use an authenticator app instead of emailed codes, if you like.',
  },
]

/** First page of an invited person: what Seriatim is for, the person's locations, and where to begin. */
export default function WelcomePage() {
  const user = useSession()?.user
  const places =
    user?.userCustomerLocations.map(({ customerLocation, isAdmin }) => `${customerLocation.name}${isAdmin ? ' (admin)' : ''}`) ?? []
  return (
    <Page
      title={`Welcome, ${user?.firstName ?? ''}`}
      lede={`With Seriatim, ${user?.customer.name ?? 'your pharmacy'} receives its medicine one package at a time and keeps the records that the law requires.`}
    >
      <Stack gap="lg" maw={720} align="stretch">
        <Card title="Your locations">
          <Box component="p" px="md" pb="md">
            {places.length
              ? `${places.join(', ')}.`
              : 'You have no location yet, so there is nothing to see here. Ask the person who invited you to give you access to a location.'}
          </Box>
        </Card>
        <Card title="Where to begin">
          <DividedList>
            {steps.map(({ href, label, words }) => (
              <li key={href}>
                <Link href={href}>{label}</Link>
                <Muted>{words}</Muted>
              </li>
            ))}
          </DividedList>
        </Card>
        <Button component={Link} href="/" variant="filled" mr="auto">
          Go to the home page
        </Button>
      </Stack>
    </Page>
  )
}
