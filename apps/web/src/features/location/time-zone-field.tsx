import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { TIME_ZONES, timeZoneWords } from '@seriatim/schema'

const zones = Object.entries(TIME_ZONES).map(([value, label]) => ({ value, label }))

/** The zones of the United States in words, plus any other zone that is already chosen. */
export function TimeZoneField({ value, ...props }: NativeSelectProps) {
  const chosen = String(value ?? '')
  const isListed = zones.some((zone) => zone.value === chosen)
  return (
    <NativeSelect
      label="Time zone"
      description="It determines the current date at this location."
      data={isListed ? zones : [{ value: chosen, label: timeZoneWords(chosen) }, ...zones]}
      value={chosen}
      {...props}
    />
  )
}
