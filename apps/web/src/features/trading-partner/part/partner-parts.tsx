import { Box, Button } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { CONTACT_TYPES, PARTNER_ADDRESS_TYPES, type PartnerAddressFields, type PartnerContactFields, writeFullName } from '@seriatim/schema'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { EmptyLine } from '../../../ui/list/empty-line.tsx'
import { type Line, Lines } from '../../../ui/list/lines.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { SubText } from '../../../ui/text/text.tsx'
import { addressWords } from '../partner-words.ts'
import { AddressEditor } from './address-editor.tsx'
import { ContactEditor } from './contact-editor.tsx'
import { AccountEditor, GlnEditor } from './value-editor.tsx'

/**
 * Functions that save changes to one kind of a partner's data: on the partner's page they call the server; in the form for a new partner they change
 * the form's state.
 */
export interface PartActions<Value> {
  add: (value: Value) => Promise<unknown>
  change: (key: number, value: Value) => Promise<unknown>
  remove: (key: number) => Promise<unknown>
}

interface PartsProps<Value> {
  entries: readonly { key: number; value: Value }[]
  keeper: PartActions<Value>
  mayWrite: boolean
}

interface SectionOfProps<Value> extends PartsProps<Value> {
  title: string
  /** "GLN" */
  one: string
  none: string
  wordsOf: (value: Value) => string
  lineOf: (value: Value) => Pick<Line, 'content' | 'sub'>
  editor: (edit: { entry: Value | undefined; send: (value: Value) => Promise<unknown>; onClose: () => void }) => ReactNode
}

type Ask<Value> = { kind: 'add' } | { kind: 'edit' | 'delete'; key: number; value: Value }

/** Lists a partner's entries of one kind, such as its addresses, with buttons to add, edit and delete them. Delete asks for confirmation. */
function PartSection<Value>({ title, one, none, entries, keeper, mayWrite, wordsOf, lineOf, editor }: SectionOfProps<Value>) {
  const [ask, setAsk] = useState<Ask<Value>>()
  const [isBusy, setBusy] = useState(false)
  const close = () => setAsk(undefined)
  const remove = async () => {
    if (ask?.kind !== 'delete') return
    setBusy(true)
    try {
      await keeper.remove(ask.key)
      close()
    } catch {
      // The query client shows the error; the dialog with the question stays open.
    }
    setBusy(false)
  }
  return (
    <Section
      title={title}
      aside={
        mayWrite && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Glyph of={IconPlus} size={16} />}
            aria-label={`Add ${one}`}
            onClick={() => setAsk({ kind: 'add' })}
          >
            Add
          </Button>
        )
      }
    >
      <Card>
        {entries.length === 0 ? (
          <EmptyLine>{none}</EmptyLine>
        ) : (
          <Lines
            lines={entries.map(({ key, value }) => ({
              key,
              name: `${one} ${wordsOf(value)}`,
              ...lineOf(value),
              actions: mayWrite
                ? [
                    { label: 'Edit', onClick: () => setAsk({ kind: 'edit', key, value }) },
                    { label: 'Delete…', danger: true, onClick: () => setAsk({ kind: 'delete', key, value }) },
                  ]
                : [],
            }))}
          />
        )}
      </Card>
      {(ask?.kind === 'add' || ask?.kind === 'edit') &&
        editor({
          entry: ask.kind === 'edit' ? ask.value : undefined,
          send: (value) => (ask.kind === 'edit' ? keeper.change(ask.key, value) : keeper.add(value)),
          onClose: close,
        })}
      {ask?.kind === 'delete' && (
        <ConfirmDialog
          opened
          onClose={close}
          title={`Delete this ${one}`}
          confirmLabel={`Delete ${one} ${wordsOf(ask.value)}`}
          destructive
          pending={isBusy}
          onConfirm={() => void remove()}
        >
          <p>It is removed from this partner. The audit trail keeps the previous value.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

export function GlnParts(props: PartsProps<string>) {
  return (
    <PartSection
      {...props}
      title="Global Location Numbers"
      one="GLN"
      none="No GLN yet. We match orders to a partner by GLN."
      wordsOf={(gln) => gln}
      lineOf={(gln) => ({ content: <Code groups={groupCode('gln', gln)} copy="GLN" /> })}
      editor={(edit) => <GlnEditor {...edit} />}
    />
  )
}

export function AddressParts(props: PartsProps<PartnerAddressFields & { state?: { code?: string; name: string } | null }>) {
  return (
    <PartSection
      {...props}
      title="Addresses"
      one="address"
      none="No address yet."
      wordsOf={(address) => address.addressLineOne}
      lineOf={(address) => ({
        content: addressWords(address),
        sub: [PARTNER_ADDRESS_TYPES[address.addressType], address.name].filter(Boolean).join(', '),
      })}
      editor={(edit) => <AddressEditor {...edit} />}
    />
  )
}

interface ContactPartsProps extends PartsProps<PartnerContactFields> {
  onDeleteDetail?: ((id: number) => Promise<unknown>) | undefined
}

export function ContactParts({ onDeleteDetail, ...props }: ContactPartsProps) {
  return (
    <PartSection
      {...props}
      title="Contacts"
      one="contact"
      none="No contact yet. Add the person to call when something is wrong with an order."
      wordsOf={writeFullName}
      lineOf={(contact) => ({
        content: (
          <>
            <b>{writeFullName(contact)}</b>
            {contact.title && <SubText>{contact.title}</SubText>}
            {contact.contactDetails.map((detail) => (
              <Box key={`${detail.contactType} ${detail.contactDetail}`} mih={24} lh="24px">
                <Reach detail={detail} />
              </Box>
            ))}
          </>
        ),
      })}
      editor={(edit) => <ContactEditor {...edit} onDeleteDetail={onDeleteDetail} />}
    />
  )
}

const HREF = { phone: 'tel', cell: 'tel', email: 'mailto' } as const

/** A link that calls or emails the contact. A fax number is plain text. */
function Reach({ detail: { contactType, contactDetail } }: { detail: PartnerContactFields['contactDetails'][number] }) {
  if (contactType === 'fax') return `${CONTACT_TYPES.fax} ${contactDetail}`
  const target = contactType === 'email' ? contactDetail : contactDetail.replace(/[^\d+]/g, '')
  return <a href={`${HREF[contactType]}:${target}`}>{contactDetail}</a>
}

export function AccountParts(props: PartsProps<string>) {
  return (
    <PartSection
      {...props}
      title="Account Numbers"
      one="account number"
      none="No account number yet."
      wordsOf={(number) => number}
      lineOf={(number) => ({ content: <Code groups={[number]} /> })}
      editor={(edit) => <AccountEditor {...edit} />}
    />
  )
}
