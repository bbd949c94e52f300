import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Glyph } from '../ui/text/glyph.tsx'
import { useLocationScope } from './use-location-scope.ts'

/** `isAside`: in the header, which on a phone has no room for it; there the menu has it. */
export function LocationSwitch({ isAside = false }: { isAside?: boolean }) {
  const seen = isAside ? { visibleFrom: 'sm' as const } : {}
  const { id, current, locations, choose } = useLocationScope()
  if (locations.length === 0) return null
  const only = locations[0]
  if (locations.length === 1 && only)
    return (
      <Text span px={14} fw={500} c="var(--ink-2)" {...seen}>
        {only.name}
      </Text>
    )
  const name = current?.name ?? 'All locations'
  const choices = [{ id: 0, name: 'All locations' }, ...locations]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" {...seen} aria-label={`Location: ${name}. Change`} rightSection={<Glyph of={IconChevronDown} size={16} />}>
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
