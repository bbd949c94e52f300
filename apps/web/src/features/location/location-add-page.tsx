import { Button } from '@mantine/core'
import { newLocationAddress } from '@seriatim/schema'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { refusalOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/card.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { type AddressDraft, AddressFields, emptyAddress } from './address-fields.tsx'
import css from './location.module.css'

interface Written {
  key: number
  draft: AddressDraft
}

/** A new location: one card for each of its addresses, one of which is the default. */
export default function LocationAddPage() {
  const [, navigate] = useLocation()
  const next = useRef(1)
  const form = useRef<HTMLFormElement>(null)
  const [cards, setCards] = useState<Written[]>([{ key: 0, draft: { ...emptyAddress, isDefault: true } }])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sentence, setSentence] = useState<string>()
  const save = trpc.location.createOne.useMutation({ meta: { quiet: true, done: 'Location added.', touches: ['location'] } })
  const isWritten =
    cards.length > 1 || Object.entries(cards[0]?.draft ?? {}).some(([name, value]) => name !== 'type' && value && value !== true)
  const { question } = useLeaveGuard(
    isWritten && !save.isPending && !save.isSuccess,
    'The location is not saved. Stay to save it, or leave without it.',
  )

  const change = (key: number, values: Partial<AddressDraft>) =>
    setCards((before) =>
      before.map((card) => {
        if (card.key === key) return { key, draft: { ...card.draft, ...values } }
        return values.isDefault ? { ...card, draft: { ...card.draft, isDefault: false } } : card
      }),
    )
  const add = () => {
    const key = next.current
    next.current += 1
    setCards((before) => [...before, { key, draft: emptyAddress }])
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found: Record<string, string> = {}
    const addresses = cards.flatMap(({ key, draft }) => {
      const read = newLocationAddress.safeParse(draft)
      if (read.success) return [read.data]
      for (const { path, message } of read.error.issues) found[`${key}.${path.join('.')}`] ??= message
      return []
    })
    setErrors(found)
    setSentence(undefined)
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    try {
      const made = await save.mutateAsync({ addresses })
      navigate(`/locations/${made.id}`)
    } catch (error) {
      setSentence(refusalOf(error).sentence)
    }
  }
  return (
    <Page
      title="New Location"
      crumbs={[
        { label: 'Home', href: '/' },
        { label: 'Manage Locations', href: '/locations' },
      ]}
      lede="The first line of the default address is the name of the location."
    >
      <form ref={form} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        {sentence && <Note meaning="stop" alert title={sentence} />}
        {cards.map(({ key, draft }, at) => (
          <Card
            key={key}
            title={`Address ${at + 1}`}
            aside={
              cards.length > 1 && (
                <Button
                  size="xs"
                  aria-label={`Remove address ${at + 1}`}
                  onClick={() => setCards((before) => before.filter((card) => card.key !== key))}
                >
                  Remove
                </Button>
              )
            }
          >
            <div className={css.card}>
              <AddressFields draft={draft} onChange={(values) => change(key, values)} errorOf={(field) => errors[`${key}.${field}`]} />
            </div>
          </Card>
        ))}
        <div className={css.buttons}>
          <Button leftSection={<Glyph of={IconPlus} size={16} />} onClick={add} disabled={cards.length >= 20}>
            Add Address
          </Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            Save Location
          </Button>
        </div>
      </form>
      {question}
    </Page>
  )
}
