import type { TracingItem } from '@seriatim/schema'
import { type FormEvent, useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'

/** State of the form that adds items to a tracing request; `onDone` is called once they are saved. */
export function useItemsForm(requestId: number, onDone: () => void) {
  const [items, setItems] = useState<readonly TracingItem[]>([])
  const add = trpc.tracing.createManyItems.useMutation({
    meta: { quiet: true, touches: ['tracing'], done: 'Items added.' },
    onSuccess: onDone,
  })
  const form = {
    isBusy: add.isPending,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (items.length) add.mutate({ requestId, items: [...items] })
    },
  }
  return { items, setItems, form, error: add.error ? toRefusal(add.error).sentence : undefined }
}
