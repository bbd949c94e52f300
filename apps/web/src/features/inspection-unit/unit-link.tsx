import { Box, Button, Group, Stack } from '@mantine/core'
import type { NewInspectionLink } from '@seriatim/schema'
import { IconQrcode } from '@tabler/icons-react'
import { trpc } from '../../api/trpc.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { formatAmount, formatWhen } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { QrCode } from '../../ui/text/qr-code.tsx'
import { LinkButton, Muted, SubText } from '../../ui/text/text.tsx'
import { toast } from '../../ui/toast/toast.ts'

/** Creates and ends links to one package. The URL of a new link is known only until the page is left. */
export function useUnitLink(medId: number | undefined) {
  const create = trpc.inspectionUnit.createOneLink.useMutation({ meta: { touches: ['inspectionUnit'] } })
  const revoke = trpc.inspectionUnit.updateRevokeLink.useMutation({
    meta: { touches: ['inspectionUnit'], done: 'The link no longer works.' },
  })
  const link = create.data?.subjectId === medId ? create.data : undefined
  return {
    link,
    isBusy: create.isPending || revoke.isPending,
    create: () => medId !== undefined && create.mutate({ medId }),
    end: (linkId: number) => revoke.mutate({ linkId }, { onSuccess: () => linkId === link?.id && create.reset() }),
  }
}

interface UnitLinkProps {
  medId: number
  unitLink: ReturnType<typeof useUnitLink>
}

/** Creates a link with which inspectors open the package on their own phones. */
export function UnitLink({ medId, unitLink }: UnitLinkProps) {
  const { link, isBusy, create, end } = unitLink
  const links = trpc.inspectionUnit.readManyLinks.useQuery({ medId })
  const open =
    links.data?.filter(({ id, revokedAt, expiresAt }) => id !== link?.id && revokedAt === null && Date.parse(expiresAt) > Date.now()) ?? []
  return (
    <Section title="Show these answers to the inspector">
      <Card>
        {link ? (
          <OpenedLink link={link} isBusy={isBusy} onEnd={() => end(link.id)} />
        ) : (
          <CardBody>
            <p>A QR code opens this page on the inspector’s phone, without a sign-in.</p>
            <Muted>Read only, this package only, until the same time tomorrow.</Muted>
            <Group>
              <Button leftSection={<Glyph of={IconQrcode} size={16} />} loading={isBusy} onClick={create}>
                Show the QR code
              </Button>
            </Group>
          </CardBody>
        )}
        {open.length > 0 && (
          <CardBody>
            {open.map(({ id, createdBy, expiresAt, uses }) => (
              <SubText key={id}>
                A link from {createdBy} works until {formatWhen(expiresAt)} and was opened {formatAmount(uses, 'time')}.{' '}
                <LinkButton onClick={() => end(id)}>Deactivate link</LinkButton>
              </SubText>
            ))}
          </CardBody>
        )}
      </Card>
    </Section>
  )
}

interface OpenedLinkProps {
  link: NewInspectionLink
  isBusy: boolean
  onEnd: () => void
}

function OpenedLink({ link, isBusy, onEnd }: OpenedLinkProps) {
  const address = `${location.origin}${link.path}`
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.done('The link was copied.'),
      () => toast.attention('The browser did not copy the link.', { detail: address }),
    )
  return (
    <Group wrap="nowrap" gap="md" p="md">
      <Box flex="none">
        <QrCode text={address} label="QR code of the link" size={132} />
      </Box>
      <div>
        <p>Opens this page on their phone</p>
        <SubText>Read only, this package only, until {formatWhen(link.expiresAt)}.</SubText>
        <Stack gap="xs" mt="sm" align="flex-start">
          <Button size="xs" onClick={() => void copy()}>
            Copy the link
          </Button>
          <Button size="xs" loading={isBusy} onClick={onEnd}>
            Deactivate link
          </Button>
        </Stack>
      </div>
    </Group>
  )
}
