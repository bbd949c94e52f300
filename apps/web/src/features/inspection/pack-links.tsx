import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { formatAmount, type InspectionLink, LINK_DAYS, type Pack } from '@seriatim/schema'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { findServerSentence, toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { LinkButton, Muted, SubText } from '../../ui/text/text.tsx'
import { packNumber } from './pack-words.ts'

const DAYS = [1, 3, 7, 14, LINK_DAYS]

/** Button that opens the links with which an inspector downloads a pack without signing in. */
export function ShareButton({ pack }: { pack: Pack }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        aria-haspopup="dialog"
        aria-label={`Link to ${packNumber(pack)}`}
        leftSection={<Glyph of={IconLink} size={16} />}
        onClick={() => setOpen(true)}
      >
        Link
      </Button>
      {isOpen && <LinksDialog pack={pack} onClose={() => setOpen(false)} />}
    </>
  )
}

function LinksDialog({ pack, onClose }: { pack: Pack; onClose: () => void }) {
  const [days, setDays] = useState(7)
  const packId = pack.id
  const links = trpc.inspection.readManyLinks.useQuery({ packId })
  const create = trpc.inspection.createOneLink.useMutation({ meta: { quiet: true, touches: ['inspection'] } })
  const end = trpc.inspection.updateOneLinkEnd.useMutation({
    meta: { quiet: true, touches: ['inspection'], done: 'The link no longer works.' },
  })
  const error = create.error ?? end.error
  const endOne = (linkId: number) => end.mutate({ packId, linkId }, { onSuccess: () => linkId === create.data?.id && create.reset() })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Links to ${packNumber(pack)}, ${pack.askedBy}`}
      size={560}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <Stack gap="md">
        {error && <Note meaning="stop" alert title={toRefusal(error).sentence} />}
        {create.data ? (
          <Note meaning="done" title="Copy this link now. It will not be shown again.">
            <Code groups={[`${location.origin}${create.data.path}`]} copy="link" wraps />
            <SubText>Works until {formatWhen(create.data.expiresAt)}.</SubText>
          </Note>
        ) : (
          <>
            <Muted>
              Anyone who has the link can download this pack without signing in, and sees nothing else. Each use is counted and audited.
            </Muted>
            <Group align="flex-end" gap="sm">
              <NativeSelect
                label="Works for"
                data={DAYS.map((one) => ({ value: String(one), label: formatAmount(one, 'day') }))}
                value={String(days)}
                onChange={(event) => setDays(Number(event.currentTarget.value))}
              />
              <Button variant="filled" loading={create.isPending} onClick={() => create.mutate({ packId, days })}>
                Create a link
              </Button>
            </Group>
          </>
        )}
        <Loaded
          query={links}
          subject="The links"
          sentence={findServerSentence(links.error)}
          safe="They work as before"
          waiting={<SubText>Loading the links…</SubText>}
        >
          {(found) =>
            found.length > 0 ? (
              found.map((link) => <LinkLine key={link.id} link={link} isBusy={end.isPending} onEnd={() => endOne(link.id)} />)
            ) : (
              <SubText>No links yet.</SubText>
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  )
}

function LinkLine({ link, isBusy, onEnd }: { link: InspectionLink; isBusy: boolean; onEnd: () => void }) {
  const { createdBy, createdAt, expiresAt, revokedAt, revokedBy, uses } = link
  const used = uses === 0 ? 'not opened yet' : `opened ${formatAmount(uses, 'time')}`
  if (revokedAt !== null)
    return (
      <SubText>
        By {createdBy}, {formatWhen(createdAt)}: ended by {revokedBy} on {formatWhen(revokedAt)}, {used}
      </SubText>
    )
  if (Date.parse(expiresAt) <= Date.now())
    return (
      <SubText>
        By {createdBy}, {formatWhen(createdAt)}: expired {formatWhen(expiresAt)}, {used}
      </SubText>
    )
  return (
    <SubText>
      By {createdBy}, {formatWhen(createdAt)}: works until {formatWhen(expiresAt)}, {used}.{' '}
      <LinkButton disabled={isBusy} onClick={onEnd}>
        Deactivate link
      </LinkButton>
    </SubText>
  )
}
