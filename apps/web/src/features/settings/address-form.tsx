import { Button, TextInput } from '@mantine/core'
import { addressesInput } from '@seriatim/schema/settings'
import { toRefusal } from '../../api/query-client.ts'
import { useZodForm } from '../../ui/form/use-zod-form.ts'

interface AddressFormProps {
  label: string
  hint: string
  /** What is kept; absent while it loads. */
  saved: string | undefined
  save: (text: string) => Promise<unknown>
}

/** One kept address, or a few: the button can be pressed when something else is written than what is kept. */
export function AddressForm({ label, hint, saved, save }: AddressFormProps) {
  const form = useZodForm({
    shape: addressesInput,
    initial: { addresses: saved ?? '' },
    send: ({ addresses }) => save(addresses),
    refusalOf: toRefusal,
    otherwise: 'addresses',
    leaveWords: 'The address is not saved. Stay to save it, or leave without it.',
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextInput
        label={label}
        description={hint}
        type="text"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        placeholder="None"
        disabled={saved === undefined}
        {...form.field('addresses')}
      />
      <Button type="submit" mt="md" loading={form.isBusy} disabled={saved === undefined || !form.isDirty}>
        Save
      </Button>
      {form.question}
    </form>
  )
}
