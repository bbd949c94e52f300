import { findDosageForm, type IncidentType } from '@seriatim/schema'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRoute } from 'wouter'
import { readErrorKey } from '../../../../api/query-client.ts'
import { browserZone } from '../../../../api/session/session.ts'
import { trpc } from '../../../../api/trpc.ts'
import { useLocationScope } from '../../../../shell/use-location-scope.ts'
import { drugOfNdc } from '../../../drug-reference/drug-options.ts'
import { type FormEffects, FormMachine } from './form-machine.ts'
import { findDue, type SavedDraft } from './form-state.ts'
import { useDraftSaver } from './use-draft-saver.ts'

/** The report type in the URL, in upper or lower case (decision 33). */
function pickType(text: string | undefined): IncidentType | undefined {
  const type = text?.toUpperCase()
  return type === 'INITIAL' || type === 'FOLLOWUP' || type === 'TERMINATE' ? type : undefined
}

interface FormParts {
  draftParam: number | undefined
  /** Puts the number of this page's draft into the URL. */
  name: (draftId: number) => void
  /** Initial text of the package field. */
  scannedSerial?: string | undefined
}

/** The form of a new incident, a draft, or a further report about a known incident; saved as a draft while it is edited. */
export function useIncidentForm({ draftParam, name, scannedSerial = '' }: FormParts) {
  const [, params] = useRoute('/reportanincident/:incidentId/:type')
  const incidentId = Number(params?.incidentId) || undefined
  const type = pickType(params?.type)
  const isNew = incidentId === undefined && draftParam === undefined
  const scope = useLocationScope()
  // The form saves changes to an existing draft only after the draft has loaded, so a draft that is not yet on the page is never overwritten.
  const { saver, saving } = useDraftSaver({ name, onSaved: (typed, kept) => machine.saved(typed, kept.determinedAt) })
  const effects = useFormEffects(saver.type)
  const [machine] = useState(() => new FormMachine(effects, scannedSerial))
  const state = machine.use()
  const ofPage = (scope.id || scope.locations[0]?.id) ?? 0
  const locationId = state.place ?? ofPage
  const { draft, conflict, failed } = saving

  const known = trpc.incidentReport.readOneById.useQuery({ incidentId: incidentId ?? 0 }, { enabled: incidentId !== undefined })
  const drafts = trpc.incidentReport.readManyDrafts.useQuery(undefined, { enabled: draftParam !== undefined })
  const { data: company } = trpc.location.readOneCompany.useQuery({ locationId }, { enabled: locationId > 0 && isNew })

  const begun = useRef('')
  useEffect(() => {
    const name_ = `${incidentId} ${type}`
    if (!known.data || draftParam !== undefined || begun.current === name_) return
    begun.current = name_
    machine.further(known.data, type)
  }, [machine, known.data, incidentId, type, draftParam])

  useEffect(() => {
    if (company && draftParam === undefined) machine.offer(company)
  }, [machine, company, draftParam])

  const open = useCallback(
    (saved: SavedDraft) => {
      saver.open({ id: saved.id, since: saved.updatedAt })
      machine.open(saved)
    },
    [saver, machine],
  )

  // A list cached before the page opened may lack the latest save.
  const list = drafts.isFetchedAfterMount ? drafts.data : undefined
  useEffect(() => {
    const saved = list?.find((one) => one.id === draftParam)
    if (saved && draft?.id !== saved.id) open(saved)
  }, [list, draftParam, draft?.id, open])

  const isAwaited = draftParam !== undefined && draft?.id !== draftParam
  const isMissing = isAwaited && list !== undefined && !list.some((one) => one.id === draftParam)
  const isLoading = (isAwaited && !isMissing) || (incidentId !== undefined && draftParam === undefined && !known.data)

  const { locations } = scope
  useEffect(
    () => machine.setContext({ locationId: ofPage, locations, incidentId, isLoading }),
    [machine, ofPage, locations, incidentId, isLoading],
  )

  /** Resolves a conflict by loading the other person's version of the draft. */
  async function loadTheirs(): Promise<void> {
    const { data, error } = await drafts.refetch()
    if (error) return
    const saved = data?.find((one) => one.id === draft?.id)
    if (saved) open(saved)
    else await saver.saveMine(machine.typed())
  }

  return {
    ...state,
    locationId,
    locations,
    incidentId,
    change: machine.change,
    fill: machine.fill,
    /** Writes typed or scanned text into the package field. */
    setSearch: machine.setSearch,
    setPlace: machine.setPlace,
    clear: machine.clear,
    /** Whether the user can leave the page without losing input: all of it is saved as a draft or is about to be. */
    isSafe: !failed && !conflict,
    /** The failed query that the page reports; undefined if there is none. */
    failed: known.isError ? known : drafts.isError && isLoading ? drafts : undefined,
    isLoading,
    isMissing,
    /** The report is being sent, so from now on no draft of it may be saved. */
    markSent: saver.end,
    draftId: draft?.id,
    saving,
    due: findDue(state, browserZone()),
    /** Returns the input for the calls that preview and send the report: the form's values and, if it was saved as a draft, the draft. */
    target: () => ({ ...machine.typed(), ...(draft ? { draft } : {}) }),
    conflict,
    setConflict: saver.setConflict,
    loadTheirs,
    saveMine: () => saver.saveMine(machine.typed()),
  }
}
export type IncidentFormState = ReturnType<typeof useIncidentForm>

function useFormEffects(save: FormEffects['save']): FormEffects {
  const utils = trpc.useUtils()
  return {
    save,
    zone: browserZone,
    findPackage: (wanted, locationId) =>
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
