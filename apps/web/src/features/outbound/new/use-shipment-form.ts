import type { ShipmentChoices } from '@seriatim/schema'
import { useLocation } from 'wouter'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { EMPTY, fillLocation, newShipmentShape, toNewShipment } from './new-shipment-form.ts'

/** Form that creates a shipment and then opens it for scanning. */
export function useShipmentForm({ locations, mayLeave }: ShipmentChoices) {
  const [, navigate] = useLocation()
  const create = trpc.shipment.createOne.useMutation({
    meta: { quiet: true, touches: ['shipment'] },
    onSuccess: ({ id }) => navigate(`/outbound/${id}`),
  })
  return useZodForm({
    shape: newShipmentShape,
    initial: { ...EMPTY, ...fillLocation(locations.find(({ id }) => id === mayLeave[0])) },
    send: (values) => create.mutateAsync(toNewShipment(values)),
    refusalOf: toRefusal,
  })
}

export type ShipmentFormState = ReturnType<typeof useShipmentForm>
