import { findDosageForm } from '@seriatim/schema'
import { readErrorKey } from '../../../../api/query-client.ts'
import { browserZone } from '../../../../api/session/session.ts'
import { trpc } from '../../../../api/trpc.ts'
import { drugOfNdc } from '../../../drug-reference/drug-options.ts'
import type { FormEffects } from './form-machine.ts'

/** What the form asks the server for. */
export function useFormEffects(save: FormEffects['save']): FormEffects {
  const utils = trpc.useUtils()
  return {
    save,
    zone: browserZone,
    look: (wanted, locationId) =>
      utils.med.readOneBySerialnumberIncident
        .fetch({ ...wanted, locationId: locationId ?? '' }, { staleTime: 0 })
        .catch((error: unknown) => {
          if (readErrorKey(error) === 'med_not_found') return undefined
          throw error
        }),
    orderOf: (documentId) => utils.order.readOneById.fetch({ documentId }).catch(() => undefined),
    productOf: async (ndc) => {
      const drug = drugOfNdc(await utils.drugReference.readSearchByNdc.fetch({ ndc }).catch(() => []), ndc)
      if (!drug) return {}
      const dosageForm = findDosageForm(drug.dosageForm)
      return {
        nameOfProduct: drug.medName,
        primaryIngredients: drug.genericName ?? '',
        strength: drug.strength ?? '',
        ...(dosageForm ? { dosageForm } : {}),
      }
    },
  }
}
