import { Button, Menu, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Dialog } from '../dialog/dialog.tsx'
import { Glyph } from '../text/glyph.tsx'
import type { ListPreferences, SavedView } from './list-preferences.ts'

/** Picks the search parameters from the URL. Other parameters, such as an open dialog, don't belong to a view. */
function pickQuery(search: string, names: readonly string[]): string {
  const picked = [...new URLSearchParams(search)].filter(([name]) => names.includes(name)).sort(([a], [b]) => a.localeCompare(b))
  return new URLSearchParams(picked).toString()
}

/** Maximum number of views that the server stores per list. */
const MOST = 20

interface ViewMenuProps {
  own: ListPreferences
  /** Names of the search and sort parameters in the URL. */
  names: readonly string[]
}

/** Menu to open, save, replace and delete a person's saved searches. */
export function ViewMenu({ own, names }: ViewMenuProps) {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const [isSaving, setSaving] = useState(false)
  const { views, hiddenColumns } = own.setting
  const query = pickQuery(search, names)
  const current = views.find((view) => view.query === query)
  const keep = (next: SavedView[]) => own.save({ hiddenColumns, views: next })
  const open = (view: SavedView) => navigate(view.query ? `${path}?${view.query}` : path)
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button size="xs" disabled={!own.isKnown} leftSection={<Glyph of={IconBookmark} size={16} />} maw={220}>
            <Text span inherit truncate>
              {current ? `View: ${current.name}` : 'Views'}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
          {views.length === 0 && <Menu.Label>Save a search to open it again with one click.</Menu.Label>}
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              aria-current={view === current ? 'true' : undefined}
              rightSection={view === current ? <Glyph of={IconCheck} size={16} /> : undefined}
              onClick={() => open(view)}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setSaving(true)}>Save this search…</Menu.Item>
          {current && (
            <Menu.Item color="stop" onClick={() => void keep(views.filter((view) => view !== current)).catch(() => undefined)}>
              Delete view {current.name}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <SaveDialog
          views={views}
          onClose={() => setSaving(false)}
          onSave={(name) => keep([...views.filter((view) => view.name !== name), { name, query }])}
        />
      )}
    </>
  )
}

interface SaveDialogProps {
  views: readonly SavedView[]
  onClose: () => void
  onSave: (name: string) => Promise<unknown>
}

function SaveDialog({ views, onClose, onSave }: SaveDialogProps) {
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isKnown = views.some((view) => view.name === name.trim())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setFault('Give the view a name.')
    if (!isKnown && views.length >= MOST) return setFault(`At most ${MOST} views can be saved for one list. Delete one first.`)
    setBusy(true)
    try {
      await onSave(name.trim())
      onClose()
    } catch {
      setFault('The view could not be saved. Try again.')
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Save this search"
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {isKnown ? 'Replace view' : 'Save view'}
          </Button>
        </>
      }
    >
      <TextInput
        data-autofocus
        label="Name"
        placeholder="Open orders of Northway"
        maxLength={60}
        autoComplete="off"
        value={name}
        error={fault}
        description={
          isKnown
            ? 'A view with this name already exists. Saving replaces it.'
            : 'Only you can see your views. They are available on every computer where you sign in.'
        }
        onChange={(event) => {
          setName(event.currentTarget.value)
          setFault(undefined)
        }}
      />
    </Dialog>
  )
}
