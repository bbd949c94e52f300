import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Glyph } from '../ui/glyph.tsx'
import { useLocationScope } from './use-location-scope.ts'

export function LocationSwitch({ className }: { className?: string }) {
  const { id, current, locations, choose } = useLocationScope()
  if (locations.length === 0) return null
  const only = locations[0]
  if (locations.length === 1 && only) return <span className={['location-only', className].filter(Boolean).join(' ')}>{only.name}</span>
  const name = current?.name ?? 'All locations'
  const choices = [{ id: 0, name: 'All locations' }, ...locations]
  return (
    <Menu position="bottom-end" classNames={{ dropdown: 'popmenu', item: 'popmenu-item' }}>
      <Menu.Target>
        <Button
          variant="subtle"
          className={className ?? ''}
          aria-label={`Location: ${name}. Change`}
          rightSection={<Glyph of={IconChevronDown} size={16} />}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(id)} onChange={(value) => choose(Number(value))}>
          {choices.map((place) => (
            <Menu.RadioItem key={place.id} value={String(place.id)} closeMenuOnClick>
              {place.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
