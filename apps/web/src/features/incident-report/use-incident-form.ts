import { EMPTY_INCIDENT_FORM, type IncidentAsTyped, type IncidentField, type IncidentForm, type IncidentType } from '@seriatim/schema'
import { useEffect, useRef, useState } from 'react'
import { useRoute } from 'wouter'
import { keyOf } from '../../api/query-client.ts'
import { browserZone } from '../../api/session.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { isUnread } from '../../ui/date-field.tsx'
import { dayOf } from '../../ui/format.ts'
import { drugOfNdc } from '../drug-reference/drug-options.ts'
import type { ReportedLabel } from '../scan/report-link.ts'
import { choicesOf } from './incident-items.ts'
import { differencesOf, fieldsOfLabel, notesOf } from './label-fields.ts'
import { useDraftSaver } from './use-draft-saver.ts'

const DAY_MS = 86_400_000
/** Of what is typed into one line. */
const LONGEST = 300

type CompanyBlock = Outputs['location']['readOneCompany']
type SavedDraft = Outputs['incidentReport']['readManyDrafts'][number]

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

interface FormParts {
  draftParam: number | undefined
  /** Names the draft of this page in the address. */
  name: (draftId: number) => void
  /** What the field for the package begins with. */
  scannedSerial?: string
}

/** The form of a new incident, of a draft, or of a further report about a known incident; kept as a draft while it is written. */
export function useIncidentForm({ draftParam, name, scannedSerial = '' }: FormParts) {
  const [, params] = useRoute('/reportanincident/:incidentId/:type')
  const incidentId = Number(params?.incidentId) || undefined
  const type = typeOf(params?.type)
  const scope = useLocationScope()
  const [form, setForm] = useState<IncidentForm>(() => ({
    ...EMPTY_INCIDENT_FORM,
    productFoundDate: dayOf(new Date()),
    productFoundTime: timeNow(),
  }))
  const [place, setPlace] = useState<number>()
  const [search, setSearch] = useState(scannedSerial)
  // Tells the server which saves are this page's own.
  const [page] = useState(() => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`)
  const [determined, setDetermined] = useState<Determined>()
  const loadedKey = useRef('')
  const [filled, setFilled] = useState<{ name: string; fields: number; movedTo: string | undefined; differs: string[] }>()
  const isDirty = useRef(false)
  /** What the description was begun with, so that it goes with its package as long as nobody wrote on. */
  const writtenNotes = useRef('')
  const locationId = place ?? (scope.id || scope.locations[0]?.id) ?? 0

  const known = trpc.incidentReport.readOneById.useQuery({ incidentId: incidentId ?? 0 }, { enabled: incidentId !== undefined })
  const drafts = trpc.incidentReport.readManyDrafts.useQuery(undefined, { enabled: draftParam !== undefined })
  const { data: company } = trpc.location.readOneCompany.useQuery(
    { locationId },
    { enabled: locationId > 0 && incidentId === undefined && draftParam === undefined },
  )
  const offered = useRef<CompanyBlock | undefined>(undefined)
  const utils = trpc.useUtils()
  // Only a draft that is on the page is saved over: until it is there, nothing is.
  const saver = useDraftSaver({
    name,
    onSaved: (saved, kept) =>
      setDetermined((before) => {
        const isOld = before && isSameTime(before, saved.jsonData)
        return determinedOf(saved.jsonData, kept.determinedAt, isOld ? before.zone : browserZone())
      }),
  })
  const { draft, conflict } = saver.state
  const draftId = draft?.id

  useEffect(() => {
    if (!known.data || draftParam !== undefined || loadedKey.current === `incident ${incidentId} ${type}`) return
    loadedKey.current = `incident ${incidentId} ${type}`
    setForm(furtherForm(known.data, type))
    setPlace(known.data.locationId)
  }, [known.data, incidentId, type, draftParam])

  // Who reports is known by the location; what was typed there stays.
  useEffect(() => {
    if (!company || draftParam !== undefined) return
    const before = offered.current
    offered.current = company
    setForm((given) => withCompany(given, company, before))
  }, [company, draftParam])

  /** Puts a draft on the page. */
  function open(saved: SavedDraft): void {
    isDirty.current = false
    const { initialNotificationDate, productFoundDate } = saved.form
    setForm({
      ...saved.form,
      initialNotificationDate: saved.asTyped.initialNotificationDate ?? initialNotificationDate,
      productFoundDate: saved.asTyped.productFoundDate ?? productFoundDate,
    })
    setSearch(saved.asTyped.search ?? '')
    setPlace(saved.locationId)
    saver.open({ id: saved.id, since: saved.updatedAt })
    setDetermined(determinedOf(saved.form, saved.determinedAt, saved.timeZone))
  }

  // A list from before the page may lack what was saved last.
  const list = drafts.isFetchedAfterMount ? drafts.data : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` only sets states
  useEffect(() => {
    const saved = list?.find((one) => one.id === draftParam)
    if (saved && draftId !== saved.id) open(saved)
  }, [list, draftParam, draftId])

  const isMissing = draftParam !== undefined && list !== undefined && draftId !== draftParam && !list.some((one) => one.id === draftParam)
  const isLoading =
    (draftParam !== undefined && draftId !== draftParam && !isMissing) ||
    (incidentId !== undefined && draftParam === undefined && !known.data)
  const typed = { locationId, jsonData: savable(form), asTyped: asTypedOf(form, search), page, ...(incidentId ? { incidentId } : {}) }

  /** Of two versions of the draft, the one that was saved by the other. */
  async function loadTheirs(): Promise<void> {
    const { data, error } = await drafts.refetch()
    if (error) return
    const saved = data?.find((one) => one.id === draftId)
    if (saved) open(saved)
    else await saver.saveMine(typed)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is saved is told to the saver
  useEffect(() => {
    if (!isDirty.current || locationId === 0 || isLoading) return
    isDirty.current = false
    saver.type(typed)
  }, [form, search, locationId, isLoading])

  function change(next: Partial<IncidentForm>): void {
    isDirty.current = true
    setForm((before) => ({ ...before, ...next }))
  }

  function setType(reportType: IncidentType): void {
    change({ reportType, ...(reportType === 'INITIAL' ? { incidentNumber: '' } : {}) })
  }

  const look = (wanted: PackageWanted & { locationId: number | '' }) =>
    utils.med.readOneBySerialnumberIncident.fetch(wanted, { staleTime: 0 }).catch((error: unknown) => {
      if (keyOf(error) === 'med_not_found') return undefined
      throw error
    })

  /** What the drug reference says of a product whose package is on no record. */
  async function productOf(ndc: string): Promise<Partial<IncidentForm>> {
    const drug = drugOfNdc(await utils.drugReference.readSearchByNdc.fetch({ ndc }).catch(() => []), ndc)
    if (!drug) return {}
    const dosageForm = dosageFormOf(drug.dosageForm)
    return {
      nameOfProduct: drug.medName,
      primaryIngredients: drug.genericName ?? '',
      strength: drug.strength ?? '',
      ...(dosageForm ? { dosageForm } : {}),
    }
  }

  /**
   * Fills what is known of a package, and what its label says; true when it is on record. What was typed and is not known of it stays.
   *
   * @throws What the server says, serial_ambiguous among it.
   */
  async function fill(wanted: PackageWanted, label?: ReportedLabel): Promise<boolean> {
    const order = label?.documentId
      ? await utils.order.readOneById.fetch({ documentId: label.documentId }).catch(() => undefined)
      : undefined
    // Where the form says first, then everywhere, unless the incident has its place already.
    const here =
      wanted.medId === undefined || incidentId !== undefined ? await look({ ...wanted, locationId: locationId || '' }) : undefined
    const found = here ?? (incidentId === undefined ? await look({ ...wanted, locationId: '' }) : undefined)
    const notes = label ? notesOf(label, { isKnown: found !== undefined, order }) : ''
    const ownNotes = writtenNotes.current
    const withNotes = ({ eventNotes }: IncidentForm) => (eventNotes === '' || eventNotes === ownNotes ? { eventNotes: notes } : {})
    writtenNotes.current = notes
    const said = label ? fieldsOfLabel(label) : {}
    const product = found || !label?.ndc ? {} : await productOf(label.ndc)
    isDirty.current = true
    if (!found) {
      setFilled(undefined)
      setForm((before) => ({
        ...before,
        // Nothing of the package before stays with this one.
        ...(before.epcisSgtinId === null ? {} : nothingOfProduct),
        ...(label ? nothingOfLabel : {}),
        ...(before.nameOfProduct === '' || before.epcisSgtinId !== null ? product : {}),
        ...said,
        ...withNotes(before),
        epcisSgtinId: null,
      }))
      return false
    }
    const { medId: _, locationId: foundAt, epcisSgtinId, dosageForm, ...texts } = found
    setPlace(foundAt)
    const known_ = Object.entries(texts).filter(
      (entry): entry is [IncidentField, string] => typeof entry[1] === 'string' && entry[1] !== '',
    )
    const form_ = dosageFormOf(dosageForm)
    setForm((before) => ({
      ...before,
      ...nothingOfProduct,
      ...Object.fromEntries(known_),
      ...said,
      ...withNotes(before),
      epcisSgtinId,
      ...(form_ ? { dosageForm: form_ } : {}),
    }))
    const movedTo = foundAt === locationId ? undefined : scope.locations.find((one) => one.id === foundAt)?.name
    const differs = label ? differencesOf(label, found) : []
    setFilled({ name: found.nameOfProduct ?? 'Product not named', fields: known_.length + (form_ ? 1 : 0), movedTo, differs })
    return true
  }

  return {
    form,
    change,
    setType,
    fill,
    filled,
    /** The serial number that is searched for; `setSearch` writes what a hand or a scanner put there. */
    search,
    setSearch: (text: string) => {
      isDirty.current = true
      setSearch(text)
    },
    locationId,
    setPlace: (id: number) => {
      isDirty.current = true
      setPlace(id)
    },
    locations: scope.locations,
    incidentId,
    /** Nothing of it would be lost by leaving the page: what is typed is a draft, or becomes one at once. */
    isSafe: !saver.state.failed && !saver.state.conflict,
    /** What the page cannot begin without, and did not get. */
    failed: known.isError ? known : drafts.isError && isLoading ? drafts : undefined,
    isLoading,
    isMissing,
    /** It is on its way: nothing of it is a draft any more. */
    markSent: saver.end,
    draftId,
    saving: saver.state,
    due: dueOf(form, determined),
    target: { ...typed, ...(draft ? { draft } : {}) },
    conflict,
    setConflict: saver.setConflict,
    loadTheirs,
    saveMine: () => saver.saveMine(typed),
    clear: () => {
      isDirty.current = true
      setForm(withCompany({ ...EMPTY_INCIDENT_FORM, productFoundDate: dayOf(new Date()), productFoundTime: timeNow() }, offered.current))
      setSearch('')
      setFilled(undefined)
    },
  }
}
/** As it is typed, scanned, or chosen among several. */
export interface PackageWanted {
  serialNumber: string
  gtin?: string
  medId?: number
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
const nothingOfLabel = { serialNumber: '', ndc: '', lotNumber: '', expiration: '' } as const satisfies Partial<IncidentForm>
const nothingOfProduct = Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, EMPTY_INCIDENT_FORM[field]]))

const COMPANY_FIELDS = [
  'companyName',
  'addressLineOne',
  'addressLineTwo',
  'city',
  'state',
  'country',
  'zip',
  'uniqueFacilityIdentifier',
  'contactName',
  'contactEmail',
] as const satisfies readonly IncidentField[]

/** The company block of a location where nothing else was typed: blanks, and what was filled in for another location. */
function withCompany(form: IncidentForm, block: CompanyBlock | undefined, before?: CompanyBlock): IncidentForm {
  if (!block) return form
  const filled = COMPANY_FIELDS.filter((field) => form[field] === '' || form[field] === before?.[field])
  return { ...form, ...Object.fromEntries(filled.map((field) => [field, block[field] ?? ''])) }
}

/** What is known of an incident, as its next report begins with it; the first report's day is that of the initial notification. */
function furtherForm({ form, reports }: Outputs['incidentReport']['readOneById'], type: IncidentType | undefined): IncidentForm {
  const first = reports.findLast((report) => report.reportType === 'INITIAL')
  return {
    ...form,
    reportType: type ?? 'FOLLOWUP',
    initialNotificationDate: form.initialNotificationDate || (first ? dayOf(new Date(first.createdAt)) : ''),
    ...(type === 'TERMINATE' ? {} : { terminationNotes: '' }),
  }
}

const DAY_FIELDS = ['initialNotificationDate', 'productFoundDate'] as const satisfies readonly IncidentField[]

/** What a draft keeps beside its form, so that it is there when it is opened again. */
function asTypedOf(form: IncidentForm, search: string): IncidentAsTyped {
  const dates = DAY_FIELDS.filter((field) => isUnread(form[field])).map((field) => [field, form[field].slice(0, LONGEST)])
  return { ...Object.fromEntries(dates), ...(search ? { search: search.slice(0, LONGEST) } : {}) }
}

/** A form has days; a text that is none (yet) is kept beside it. */
function savable(form: IncidentForm): IncidentForm {
  const unread = DAY_FIELDS.filter((field) => isUnread(form[field]))
  return unread.length > 0 ? { ...form, ...Object.fromEntries(unread.map((field) => [field, ''])) } : form
}

const timeNow = () => new Date().toTimeString().slice(0, 5)

/** Date and time of the determination as the server reads them: in the zone of who entered them. */
interface Determined {
  day: string
  time: string
  at: string
  zone: string
}

function determinedOf(form: IncidentForm, at: string | null, zone: string | null): Determined | undefined {
  return at === null ? undefined : { day: form.productFoundDate, time: form.productFoundTime, at, zone: zone ?? browserZone() }
}

const isSameTime = ({ day, time }: Determined, { productFoundDate, productFoundTime }: IncidentForm) =>
  day === productFoundDate && time === productFoundTime

/** Begin and end of the 24 hours in which the FDA and the partners must be told; undefined without a day. `zone`: where it was entered, if elsewhere. */
function dueOf(form: IncidentForm, determined: Determined | undefined): { from: string; to: string; zone: string | undefined } | undefined {
  if (isUnread(form.productFoundDate)) return undefined
  const isKnown = determined !== undefined && isSameTime(determined, form)
  const from = new Date(isKnown ? determined.at : `${form.productFoundDate}T${form.productFoundTime || '00:00'}`)
  if (Number.isNaN(from.getTime())) return undefined
  const zone = isKnown && determined.zone !== browserZone() ? determined.zone : undefined
  return { from: from.toISOString(), to: new Date(from.getTime() + DAY_MS).toISOString(), zone }
}
