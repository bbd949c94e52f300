import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { DesktopOnly } from '../layout/phone-only.tsx'
import { Glyph } from '../text/glyph.tsx'
import type { TableColumn } from './data-table.tsx'
import type { ListPreferences } from './list-preferences.ts'

/** Whether the user may hide a column. Columns with the row's link, icons or menu always stay. */
const mayHide = <Row,>({ link, hiddenLabel, head }: TableColumn<Row>) => !link && !hiddenLabel && head === undefined

/** The columns that this person chose to see. */
export function pickColumns<Row>(columns: readonly TableColumn<Row>[], { setting }: ListPreferences): readonly TableColumn<Row>[] {
  if (setting.hiddenColumns.length === 0) return columns
  return columns.filter((column) => !(mayHide(column) && setting.hiddenColumns.includes(column.key)))
}

interface ColumnMenuProps<Row> {
  columns: readonly TableColumn<Row>[]
  own: ListPreferences
}

/** Shows and hides columns. Absent on phones, whose cards have no columns. */
export function ColumnMenu<Row>({ columns, own }: ColumnMenuProps<Row>) {
  const { hiddenColumns, views } = own.setting
  const known = columns.filter(mayHide)
  const hidden = known.filter(({ key }) => hiddenColumns.includes(key)).length
  const show = (keys: string[]) => void own.save({ views, hiddenColumns: keys }).catch(() => undefined) // the call itself reports the failure
  return (
    <DesktopOnly>
      <Menu position="bottom-end" width={240} closeOnItemClick={false}>
        <Menu.Target>
          <Button size="xs" disabled={!own.isKnown} leftSection={<Glyph of={IconColumns3} size={16} />}>
            {hidden > 0 ? `Columns, ${hidden} hidden` : 'Columns'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {known.map(({ key, label }) => {
            const isHidden = hiddenColumns.includes(key)
            return (
              <Menu.CheckboxItem
                key={key}
                checked={!isHidden}
                onChange={() => show(isHidden ? hiddenColumns.filter((one) => one !== key) : [...hiddenColumns, key])}
              >
                {label}
              </Menu.CheckboxItem>
            )
          })}
          <Menu.Divider />
          <Menu.Item disabled={hidden === 0} onClick={() => show([])}>
            Show all columns
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </DesktopOnly>
  )
}
