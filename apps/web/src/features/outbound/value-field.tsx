import { NumberInput, type NumberInputProps } from '@mantine/core'
import { z } from 'zod'

/** A value in dollars as typed; empty if it is unknown. */
export const dollarsField = z.union([z.literal(''), z.number('Enter a number.').min(0).max(1_000_000_000, 'This number is too large.')])

export const toCents = (dollars: z.output<typeof dollarsField>): number | null => (dollars === '' ? null : Math.round(dollars * 100))

/** Input for the value of a shipment's packages, which the yearly count uses. */
export const ValueField = (field: NumberInputProps) => (
  <NumberInput
    label="Value in US dollars"
    description="Optional. Used for the yearly count of packages that went to other pharmacies."
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    hideControls
    allowNegative={false}
    decimalScale={2}
    thousandSeparator=","
    {...field}
  />
)
