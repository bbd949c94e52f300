import { EMPTY_INCIDENT_FORM, type IncidentField, type IncidentForm, type IncidentType } from '@seriatim/schema'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useRoute, useSearch } from 'wouter'
import { keyOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { dayOf } from '../../ui/format.ts'
import { choicesOf } from './incident-items.ts'

const SAVE_MS = 1500
const DAY_MS = 86_400_000
const quiet = { meta: { quiet: true } } as const

/** The type in the address, in whatever case (decision 33). */
function typeOf(text: string | undefined): IncidentType | undefined {
  const type = text?.toUpperCase()
  return type === 'INITIAL' || type === 'FOLLOWUP' || type === 'TERMINATE' ? type : undefined
}

/** A dosage form as a file or the drug reference writes it, as one of the form's choices. */
function dosageFormOf(text: string | null): IncidentForm['dosageForm'] | undefined {
  const upper = text?.toUpperCase() ?? ''
  return choicesOf('dosageForm').find((choice) => upper.includes(choice.split(' ')[0] ?? '')) as IncidentForm['dosageForm'] | undefined // one of the choices
}

/** The form of a new incident, of a draft, or of a further report about a known incident; kept as a draft while it is written. */
export function useIncidentForm() {
  const [, params] = useRoute('/reportanincident/:incidentId/:type')
  const incidentId = Number(params?.incidentId) || undefined
  const type = typeOf(params?.type)
  const query = new URLSearchParams(useSearch())
  const draftParam = Number(query.get('draft')) || undefined
  const [path, navigate] = useLocation()
  const scope = useLocationScope()
  const [form, setForm] = useState<IncidentForm>(() => ({
    ...EMPTY_INCIDENT_FORM,
    productFoundDate: dayOf(new Date()),
    productFoundTime: timeNow(),
  }))
  const [place, setPlace] = useState<number>()
  // Only a draft that is on the page is saved over: until it is there, nothing is.
  const [draftId, setDraftId] = useState<number>()
  const loadedKey = useRef('')
  const isGone = useRef(false)
  const [savedAt, setSavedAt] = useState<string>()
  const [filled, setFilled] = useState<{ name: string; fields: number }>()
  const isDirty = useRef(false)
  const locationId = place ?? (scope.id || scope.locations[0]?.id) ?? 0

  const known = trpc.incidentReport.readOneById.useQuery({ incidentId: incidentId ?? 0 }, { enabled: incidentId !== undefined, ...quiet })
  const drafts = trpc.incidentReport.readManyDrafts.useQuery(undefined, { enabled: draftParam !== undefined, ...quiet })
  const utils = trpc.useUtils()
  const save = trpc.incidentReport.saveOneDraft.useMutation(quiet)

  useEffect(() => {
    if (!known.data || draftParam !== undefined || loadedKey.current === `incident ${incidentId} ${type}`) return
    loadedKey.current = `incident ${incidentId} ${type}`
    setForm({ ...known.data.form, reportType: type ?? 'FOLLOWUP', ...(type === 'TERMINATE' ? {} : { terminationNotes: '' }) })
    setPlace(known.data.locationId)
  }, [known.data, incidentId, type, draftParam])

  useEffect(() => {
    const draft = drafts.data?.find((one) => one.id === draftParam)
    if (!draft || draftId === draft.id) return
    isDirty.current = false
    setForm(draft.form)
    setPlace(draft.locationId)
    setDraftId(draft.id)
  }, [drafts.data, draftParam, draftId])

  const isMissing =
    draftParam !== undefined && drafts.data !== undefined && draftId !== draftParam && !drafts.data.some((one) => one.id === draftParam)
  const isLoading =
    (draftParam !== undefined && draftId !== draftParam && !isMissing) ||
    (incidentId !== undefined && draftParam === undefined && !known.data)
  // Whatever is typed is kept: nobody fills a legal form twice. In a ref, because the timer outlives the render that set it.
  const latest = useRef(() => Promise.resolve())
  latest.current = async () => {
    if (!isDirty.current || locationId === 0 || isLoading) return
    isDirty.current = false
    try {
      const input = { locationId, jsonData: form, ...(incidentId ? { incidentId } : {}), ...(draftId ? { draftId } : {}) }
      const kept = await save.mutateAsync(input)
      setSavedAt(kept.updatedAt)
      if (kept.draftId !== draftId && !isGone.current) {
        setDraftId(kept.draftId)
        navigate(`${path}?draft=${kept.draftId}`, { replace: true })
      }
    } catch (error) {
      isDirty.current = true
      setSavedAt(undefined)
      // Sent or deleted elsewhere: what stands here is kept as a draft of its own.
      if (keyOf(error) === 'incident_draft_gone' && !isGone.current) {
        setDraftId(undefined)
        navigate(path, { replace: true })
      }
    }
  }
  // What was typed last is kept also when the page is left.
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      void latest.current()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the form starts the wait anew
  useEffect(() => {
    const timer = setTimeout(() => void latest.current(), SAVE_MS)
    return () => clearTimeout(timer)
  }, [form, locationId])

  function change(next: Partial<IncidentForm>): void {
    isDirty.current = true
    setForm((before) => ({ ...before, ...next }))
  }

  function setType(reportType: IncidentType): void {
    change({ reportType, ...(reportType === 'INITIAL' ? { incidentNumber: '' } : {}) })
  }

  /** Fills what is known of a package; true when it was found. What was typed and is not known of it stays. */
  async function fill(serialNumber: string, gtin?: string): Promise<boolean> {
    // Unless somebody said where, it is looked for everywhere.
    const found = await utils.med.readOneBySerialnumberIncident
      .fetch({ serialNumber, locationId: place ?? scope.id, ...(gtin ? { gtin } : {}) }, { staleTime: 0, ...quiet })
      .catch((error: unknown) => {
        if (keyOf(error)) return undefined
        throw error
      })
    if (!found) {
      setFilled(undefined)
      if (form.epcisSgtinId !== null) change({ epcisSgtinId: null })
      return false
    }
    const { medId: _, locationId: foundAt, epcisSgtinId, dosageForm, ...texts } = found
    setPlace(foundAt)
    const known_ = Object.entries(texts).filter(
      (entry): entry is [IncidentField, string] => typeof entry[1] === 'string' && entry[1] !== '',
    )
    const form_ = dosageFormOf(dosageForm)
    // Nothing of the package before stays with this one.
    change({ ...nothingOfProduct, ...Object.fromEntries(known_), epcisSgtinId, ...(form_ ? { dosageForm: form_ } : {}) })
    setFilled({ name: found.nameOfProduct ?? 'Product not named', fields: known_.length + (form_ ? 1 : 0) })
    return true
  }

  const due = dueOf(form)
  return {
    form,
    change,
    setType,
    fill,
    filled,
    locationId,
    setPlace: (id: number) => {
      isDirty.current = true
      setPlace(id)
    },
    locations: scope.locations,
    incidentId,
    /** What the page cannot begin without, and did not get. */
    failed: known.isError ? known : drafts.isError && isLoading ? drafts : undefined,
    isLoading,
    isMissing,
    /** It is on its way: nothing of it is a draft any more. */
    markSent: () => {
      isDirty.current = false
    },
    draftId,
    savedAt,
    due,
    clear: () => {
      isDirty.current = true
      setForm({ ...EMPTY_INCIDENT_FORM, productFoundDate: dayOf(new Date()), productFoundTime: timeNow() })
      setFilled(undefined)
    },
  }
}
export type IncidentFormState = ReturnType<typeof useIncidentForm>

const PRODUCT_FIELDS = [
  'nameOfProduct',
  'primaryIngredients',
  'strength',
  'dosageForm',
  'quantity',
  'ndc',
  'serialNumber',
  'lotNumber',
  'expiration',
] as const satisfies readonly IncidentField[]
const nothingOfProduct = Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, EMPTY_INCIDENT_FORM[field]]))

const timeNow = () => new Date().toTimeString().slice(0, 5)

/** Begin and end of the 24 hours in which the FDA and the partners must be told; undefined without a day. */
function dueOf({ productFoundDate, productFoundTime }: IncidentForm): { from: string; to: string } | undefined {
  const from = new Date(`${productFoundDate}T${productFoundTime || '00:00'}`)
  if (Number.isNaN(from.getTime())) return undefined
  return { from: from.toISOString(), to: new Date(from.getTime() + DAY_MS).toISOString() }
}
